// SPDX-License-Identifier: Apache-2.0
// momentree-speed-figures steps BODIES STEPS: computes steps of a chain, for a counter of
// instructions. momentree-speed-figures compare: prints the time of a step on this processor and
// the clocks of a step on the accelerator, one line for each number of bodies.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

#include "fpga_link/software/planar_software.hpp"

namespace momentree::fpga {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double stepSize = 1e-4;              // [s]
constexpr int blocks = 400, bodySteps = 4000;  // of a measurement; body steps per block
constexpr int rollouts = 64, rolloutSteps = 50, together = 32;

double seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

/// Different bodies with centres of mass off the lines between their joints; every third joint has
/// a damper.
Trajectory chain(int n) {
    Trajectory t;
    for (int i = 0; i < n; ++i) {
        const double k = i;
        t.mechanism.bodies.push_back({.length = 0.3 + 0.02 * std::sin(1.3 * k),
                                      .cx = 0.14 + 0.01 * std::cos(k),
                                      .cy = 0.02 * std::sin(2.1 * k),
                                      .mass = 1.0 + 0.3 * std::sin(0.7 * k),
                                      .inertia = 0.012 + 0.004 * std::cos(1.7 * k),
                                      .damping = i % 3 == 1 ? 0.01 : 0.0});
        t.start.angle.push_back(1.2 * std::sin(0.9 * k + 0.4));
        t.start.momentum.push_back(0.01 * std::sin(3.1 * k));
    }
    return t;
}

void compute(int bodies, int steps) {
    PlanarSoftware software(chain(bodies), PlanarMethod::Euler, stepSize);
    for (int i = 0; i < steps; ++i) software.step();
    std::printf("%.17g\n", software.state().angle.back());
}

/// Least and 99th percentile of the mean time of a step in a block [s].
struct StepTime {
    double least, late;
};
StepTime timeOf(PlanarSoftware& software, int steps) {
    std::vector<double> times(blocks);
    for (double& time : times) {
        const auto start = Clock::now();
        for (int i = 0; i < steps; ++i) software.step();
        time = seconds(Clock::now() - start) / steps;
    }
    std::ranges::sort(times);
    return {times.front(), times[blocks * 99 / 100]};
}

int clocksOf(const std::vector<Trajectory>& trajectories) {
    const Compiled compiled = compile(trajectories, {.step = stepSize});
    if (compiled.program) return compiled.program->cyclesPerStep();
    std::fprintf(stderr, "momentree-speed-figures: %s\n", compiled.refusal.c_str());
    std::exit(1);
}

void compare() {
    for (const int n : {1, 2, 3, 4, 5, 6, 8, 16, 32, 64}) {
        PlanarSoftware software(chain(n), PlanarMethod::Euler, stepSize);
        const StepTime host = timeOf(software, bodySteps / n);
        std::printf("chain %d %d %.4g %.4g\n", n, clocksOf({chain(n)}), 1e6 * host.least,
                    1e6 * host.late);
    }
    // A rollout on this processor starts from a copy of the state, as one on the accelerator.
    const Trajectory start = chain(2);
    double least = std::numeric_limits<double>::infinity();
    for (int block = 0; block < blocks; ++block) {
        const auto begin = Clock::now();
        for (int k = 0; k < rollouts; ++k) {
            PlanarSoftware software(start, PlanarMethod::Euler, stepSize);
            for (int i = 0; i < rolloutSteps; ++i) software.step();
        }
        least = std::min(least, seconds(Clock::now() - begin) / rollouts);
    }
    const int clocks = clocksOf(std::vector<Trajectory>(together, start));
    std::printf("rollouts %d %d %.6g %.6g\n", rolloutSteps, together, 1e6 * least,
                static_cast<double>(clocks) / together);
}

}  // namespace
}  // namespace momentree::fpga

int main(int argc, char** argv) {
    if (argc == 4 && std::strcmp(argv[1], "steps") == 0)
        momentree::fpga::compute(std::atoi(argv[2]), std::atoi(argv[3]));
    else if (argc == 2 && std::strcmp(argv[1], "compare") == 0)
        momentree::fpga::compare();
    else
        return 2;
    return 0;
}

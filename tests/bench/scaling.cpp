// SPDX-License-Identifier: Apache-2.0
// Gain of more threads, and loss if other programs compute as well: the same simulation with both
// backends, alternately.
#include <sched.h>

#include <string>
#include <thread>

#include "bench/interleaved.hpp"
#include "bench/mechanisms.hpp"
#include "bench/questions.hpp"
#include "bench/simulation.hpp"

namespace momentree::bench {
namespace {

/// Steps between two clock reads: a run does not pause after each step, which would let threads
/// fall asleep.
constexpr int stepsTogether = 4;

/// One untimed step, since threads have fallen asleep during the other's turn, then several timed
/// ones. Returns their time [s].
double timed(Stepper& stepper, double& t, double step) {
    stepper.advance(t + step, {});
    t += (1 + stepsTogether) * step;
    return secondsOf([&] { stepper.advance(t, {}); });
}

constexpr double step = 1e-3;

/// A revolute chain on one thread and on several. Both are at the same times and so do the same
/// work.
struct Pair {
    Simulation one, several;
    std::string problem;

    Pair(const std::string& formulation, int links, int count) {
        const auto model = chainModel({ChainJoint::Revolute, links});
        Settings settings{.formulation = formulation, .step = step, .duration = 1.0};
        if (formulation == "index3-dca") settings.integrator = "trapezoidal";
        one = start(model, settings);
        settings.backend = "parallel:" + std::to_string(count);
        several = start(model, settings);
        problem = one.problem + several.problem;
    }
};

/// `ratio` is the time of the parallel backend over that of the sequential one.
void threads(benchmark::State& state, const std::string& formulation, int links, int count) {
    Pair pair(formulation, links, count);
    if (!pair.problem.empty()) return state.SkipWithError(pair.problem.c_str());
    double t = 0.0, least = 1e9, leastOfOne = 1e9;
    std::vector<double> ratios;
    for ([[maybe_unused]] auto iteration : state) {
        double t1 = t;
        const double b = timed(*pair.one.stepper, t1, step);
        const double a = timed(*pair.several.stepper, t, step);
        least = std::min(least, a);
        leastOfOne = std::min(leastOfOne, b);
        ratios.push_back(a / b);
    }
    std::ranges::sort(ratios);
    state.counters["ns"] = least * 1e9;
    state.counters["peer_ns"] = leastOfOne * 1e9;
    state.counters["ratio"] = least / leastOfOne;
    state.counters["ratio_median"] = ratios[ratios.size() / 2];
}

/// Programs that only compute, one per processor, during its lifetime.
class Others {
public:
    explicit Others(int processors) {
        for (int k = 0; k < processors; ++k)
            threads_.emplace_back([k](const std::stop_token& stop) {
                cpu_set_t own;
                CPU_ZERO(&own);
                CPU_SET(k, &own);
                sched_setaffinity(0, sizeof own, &own);
                for (unsigned n = 0; !stop.stop_requested(); ++n) benchmark::DoNotOptimize(n);
            });
    }

private:
    std::vector<std::jthread> threads_;
};

/// With another program on every processor, the total time counts instead of the smallest. Slices
/// are longer than a scheduler's.
void besideOthers(benchmark::State& state, const std::string& formulation, int links,
                  int processors) {
    Pair pair(formulation, links, processors);
    if (!pair.problem.empty()) return state.SkipWithError(pair.problem.c_str());
    constexpr double slice = 0.1;  // [s]
    const double once = secondsOf([&] { pair.one.stepper->advance(step, {}); });
    pair.several.stepper->advance(step, {});
    const int steps = std::max(1, static_cast<int>(slice / once));
    const Others others(processors);
    double t = step, ours = 0.0, theirs = 0.0;
    for ([[maybe_unused]] auto iteration : state) {
        t += steps * step;
        theirs += secondsOf([&] { pair.one.stepper->advance(t, {}); });
        ours += secondsOf([&] { pair.several.stepper->advance(t, {}); });
    }
    const double all = static_cast<double>(state.iterations()) * steps * 1e-9;
    state.counters["ns"] = ours / all;
    state.counters["peer_ns"] = theirs / all;
    state.counters["ratio"] = ours / theirs;
}

}  // namespace

void registerScaling() {
    const int processors = static_cast<int>(std::max(2U, std::thread::hardware_concurrency()));
    for (const char* id : {"naudet", "hdca", "index3-dca"}) {
        for (const int n : {16, 64, 128, 256, 512, 1024})
            for (int count = 2; count <= processors; count *= 2)
                benchmark::RegisterBenchmark(("threads/" + std::to_string(count) + "/revolute/" +
                                              id + "/" + std::to_string(n))
                                                 .c_str(),
                                             [=](benchmark::State& s) { threads(s, id, n, count); })
                    ->Iterations(std::string(id) == "index3-dca" ? 60 : 500);
        benchmark::RegisterBenchmark(
            ("beside_others/revolute/" + std::string(id) + "/512").c_str(),
            [=](benchmark::State& s) { besideOthers(s, id, 512, processors); })
            ->Iterations(40);
    }
}

}  // namespace momentree::bench

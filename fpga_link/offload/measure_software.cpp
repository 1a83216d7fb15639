// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <limits>

#include "core/platform/machine.hpp"
#include "core/session/run.hpp"
#include "fpga_link/offload/bar_chain.hpp"
#include "fpga_link/offload/offload_report.hpp"
#include "fpga_link/software/planar_software.hpp"

namespace momentree::fpga {

namespace {

// Many short repetitions, so that some run without interruption.
constexpr int repetitions = 60, calls = 2'000;

double now_ns() {
    return std::chrono::duration<double, std::nano>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

double stepTime(int bodies) {
    const auto model = buildModel(barModel(bodies));
    RunSpec spec;
    spec.formulation = "hdca";
    spec.integrator = "explicit-euler";
    spec.step = 1e-5;
    // Many steps per sample, so that sampling does not count.
    const int steps = std::max(100, 2'000 / bodies);
    spec.sample = steps * spec.step;
    spec.duration = (repetitions + 1) * spec.sample;
    const auto run = Run::create(Catalogue(), *model, spec);
    double best = std::numeric_limits<double>::infinity();
    while (!(*run)->finished()) {
        const double start = now_ns();
        (*run)->advance({});
        best = std::min(best, now_ns() - start);
    }
    return best / steps;
}

}  // namespace

SoftwareTimes measureSoftware(const std::vector<int>& bodies, const std::stop_token& stop) {
    SoftwareTimes times;
    times.machine = platform::processorName().value_or("this machine's processor");
    std::vector<double> update, assembly, inverse, spatialUpdate, spatialAssembly;
    for (int i = 0; i < repetitions; ++i) {
        const FunctionTimes taken = timeFunctions(calls);
        update.push_back(taken.update);
        assembly.push_back(taken.assembly);
        inverse.push_back(taken.inverse);
        const SpatialFunctionTimes inSpace = timeSpatialFunctions(calls / 10);
        spatialUpdate.push_back(inSpace.update);
        spatialAssembly.push_back(inSpace.assembly);
    }
    const auto best = [&](const char* part, std::vector<double>& taken) {
        const double least = *std::ranges::min_element(taken);
        times.functions.push_back(
            repeatedRow(part, times.machine, TimeSource::MeasuredHost, 1, std::move(taken)));
        return least;
    };
    times.update = best("update", update);
    times.assembly = best("assembly", assembly);
    times.inverse = best("inverse", inverse);
    best("update in space", spatialUpdate);
    best("assembly in space", spatialAssembly);
    for (const int n : bodies)
        if (!stop.stop_requested()) times.steps.push_back({n, stepTime(n)});
    return times;
}

}  // namespace momentree::fpga

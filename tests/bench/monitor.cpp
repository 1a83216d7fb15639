// SPDX-License-Identifier: Apache-2.0
// What watching a run costs: runs against their bare steppers, which take the same steps.
#include <algorithm>
#include <string>
#include <vector>

#include "bench/interleaved.hpp"
#include "bench/questions.hpp"
#include "core/io/model_file.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run.hpp"

namespace momentree::bench {
namespace {

constexpr std::int64_t stepsPerCall = 500;  ///< so that samples hardly count

RunSpec specFor(const Catalogue& catalogue, const Model& model, const char* formulation) {
    RunSettings settings;
    settings.formulation = formulation;
    RunSpec spec = specOf(catalogue, model, settings);
    spec.sample = static_cast<double>(stepsPerCall) * spec.step;
    spec.duration = 1e6 * spec.sample;
    return spec;
}

void watched(benchmark::State& state, const std::string& name, const char* formulation) {
    const Catalogue catalogue;
    auto file =
        readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" + name + ".momentree.json");
    if (!file) return state.SkipWithError("the model cannot be read");
    auto model = buildModel(*file);
    if (!model) return state.SkipWithError("the model has errors");
    const RunSpec spec = specFor(catalogue, **model, formulation);
    SetupOptions options;
    options.budget = std::size_t(1) << 24;
    auto run = Run::create(catalogue, *model, spec, options);
    auto bare = setUpRun(catalogue, *model, spec);
    if (!run || !bare) return state.SkipWithError("the run cannot start");
    Sample sample;
    sample.resize(**model);
    double time = 0.0;
    std::vector<double> ratios;  // of neighbouring times: the cost changes with the motion
    for ([[maybe_unused]] auto iteration : state) {
        const double ours = secondsOf([&] { (*run)->advance({}); });
        time += spec.sample;
        const double theirs = secondsOf([&] {
            bare->stepper->advance(time, {});
            bare->stepper->observe(sample);
        });
        ratios.push_back(ours / theirs);
        if ((*run)->finished()) return state.SkipWithError("the run ended early");
    }
    std::ranges::sort(ratios);
    state.counters["ratio_median"] = ratios[ratios.size() / 2];
}

}  // namespace

void registerMonitor() {
    for (const char* model : {"four_bar_driven", "branched_tree", "cart_pendulum", "fan",
                              "robot_arm", "pendulum_with_stop", "double_pendulum"})
        for (const char* formulation : {"naudet", "aba", "hdca", "lagrange-index1"})
            benchmark::RegisterBenchmark(
                (std::string("monitor/") + model + "/" + formulation).c_str(),
                [=](benchmark::State& state) { watched(state, model, formulation); })
                ->Iterations(400)
                ->Unit(benchmark::kMillisecond);
}

}  // namespace momentree::bench

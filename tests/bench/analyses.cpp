// SPDX-License-Identifier: Apache-2.0
// Analyses of mechanisms of 30 bodies at 361 instants: a chain, a ladder of four-bars and a chain
// of parallelograms. Counters: `ratio` of the time to that of the chain, which has no loops, and
// `factorisations` of the loops for each instant; `ms` of analyses without motions, whose runs take
// a second in 360 steps.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "bench/interleaved.hpp"
#include "bench/mechanisms.hpp"
#include "bench/questions.hpp"
#include "core/analysis/driven_motion.hpp"
#include "core/analysis/equilibrium.hpp"
#include "core/analysis/inverse_dynamics.hpp"
#include "core/analysis/kinematic_analysis.hpp"
#include "core/analysis/modes_about_start.hpp"
#include "core/model/evaluate.hpp"
#include "core/number_text.hpp"
#include "core/study/column_rows.hpp"
#include "core/study/run_fit.hpp"
#include "core/study/sensitivity.hpp"

namespace momentree::bench {
namespace {

constexpr int instants = 360;
constexpr double amplitude = 0.3;  ///< of the motions, once a second [rad]

/// Some of the joints follow harmonic motions from where they start.
std::shared_ptr<const Model> driven(const Model& model, const std::vector<std::string>& joints) {
    ModelDescription description = model.description;
    for (const std::string& joint : joints) {
        MotionDescription motion;
        motion.name = joint;
        motion.joint = joint;
        motion.law.kind = "harmonic";
        for (const auto& start : description.jointStarts)
            if (start.joint == joint && !start.q.empty()) motion.law.offset = start.q.front();
        motion.law.amplitude = Scalar(amplitude);
        motion.law.frequency = Scalar(2.0 * M_PI);
        description.motions.push_back(motion);
    }
    std::erase_if(description.jointStarts, [&](const auto& start) {
        return std::ranges::find(joints, start.joint) != joints.end();
    });
    for (auto& start : description.jointStarts) start.u.clear();
    auto built = buildModel(std::move(description));
    return built ? *built : nullptr;
}

std::shared_ptr<const Model> chain() {
    std::vector<std::string> joints;
    for (int k = 1; k <= 30; ++k) joints.push_back("J" + std::to_string(k));
    return driven(*planarChainModel(30), joints);
}
std::shared_ptr<const Model> ladder() { return driven(*ladderModel(14, true), {"A0"}); }
std::shared_ptr<const Model> parallelograms() {
    std::vector<std::string> joints;
    for (int k = 1; k <= 10; ++k) joints.push_back("left_in" + std::to_string(k));
    return driven(*parallelogramChain(10), joints);
}

using Analysis = std::function<bool(const Model&)>;

void againstChain(benchmark::State& state, std::shared_ptr<const Model> model,
                  const Analysis& analysis) {
    const auto without = chain();
    if (!model || !without || !analysis(*model) || !analysis(*without))
        return state.SkipWithError("the analysis failed");
    interleave(
        state, [&](int) { analysis(*model); }, [&](int) { analysis(*without); });
    auto motion = DrivenMotion::start(*model);
    for (int k = 1; k <= instants; ++k)
        if (!(*motion)->moveTo(static_cast<double>(k) / instants))
            return state.SkipWithError("the motion ended");
    state.counters["factorisations"] = static_cast<double>((*motion)->factorisations()) / instants;
}

constexpr std::array loads{"load", "load2", "load3", "load4"};

/// The model with parameters by which the masses of some of its bodies, the last one first, are
/// multiplied.
std::shared_ptr<const Model> loaded(const Model& model) {
    ModelDescription description = model.description;
    for (std::size_t k = 0; k < loads.size(); ++k) {
        ParameterDescription load;
        load.name = loads[k];
        load.value = Scalar(1.0);
        description.parameters.push_back(load);
        const std::size_t body = description.bodies.size() - 1 - 7 * k;
        Scalar& mass = description.bodies[body].mass;
        mass.text = load.name + "*" + numberText(mass.value);
    }
    auto built = buildModel(std::move(description));
    return built ? *built : nullptr;
}

RunSpec second(const Model& model) {
    RunSpec spec = Catalogue().defaults(model, "naudet");
    spec.integrator = "rk4";
    spec.duration = 1.0;
    spec.step = spec.sample = 1.0 / instants;
    return spec;
}
/// x of the last body.
std::string lastColumn(const Model& model) { return model.bodies.back().name + ".x"; }

std::vector<std::string> firstLoads(std::size_t count) {
    return {loads.begin(), loads.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// By the first of the parameters.
bool sensitivity(const Model& model, std::size_t parameters) {
    const auto own = std::make_shared<const Model>(model);
    const Catalogue catalogue;
    return sensitivities(catalogue,
                         {own, second(model), firstLoads(parameters), {lastColumn(model)}})
        .has_value();
}

/// The last column of a run.
std::vector<double> lastColumnOf(const Model& model) {
    const auto rows = columnRows(Catalogue(), std::make_shared<const Model>(model), second(model),
                                 {lastColumn(model)});
    if (!rows) return {};
    return {rows->values.data(), rows->values.data() + rows->values.rows()};
}
bool fitted(const Model& model, const std::vector<double>& measured, std::size_t parameters) {
    ModelDescription start = model.description;
    for (const std::string& name : firstLoads(parameters))
        if (!giveParameter(start, name, Scalar(1.05))) return false;
    const auto own = buildModel(std::move(start));
    if (!own) return false;
    RunFit wanted{*own, second(model), firstLoads(parameters), {lastColumn(model)}, {}, {measured}};
    for (std::size_t k = 0; k < measured.size(); ++k)
        wanted.times.push_back(static_cast<double>(k) / instants);
    return fitRun(Catalogue(), wanted).has_value();
}
Analysis fitBy(std::size_t parameters) {
    return [=, measured = std::vector<double>()](const Model& model) mutable {
        // What was measured is given, before the first answer.
        if (measured.empty()) measured = lastColumnOf(model);
        return fitted(model, measured, parameters);
    };
}
Analysis sensitivityBy(std::size_t parameters) {
    return [=](const Model& model) { return sensitivity(model, parameters); };
}

/// Wall time of one answer, the least of several.
void answerTime(benchmark::State& state, const std::shared_ptr<const Model>& model,
                const Analysis& analysis) {
    if (!model || !analysis(*model)) return state.SkipWithError("the analysis failed");
    double least = INFINITY;
    for ([[maybe_unused]] auto iteration : state)
        least = std::min(least, secondsOf([&] { analysis(*model); }));
    state.counters["ms"] = least * 1e3;
}

}  // namespace

void registerAnalyses() {
    const Instants cycle{1.0, 1.0 / instants};
    const std::vector<std::pair<std::string, Analysis>> analyses{
        {"inverse-dynamics",
         [=](const Model& model) { return inverseDynamics(model, cycle).has_value(); }},
        {"kinematics",
         [=](const Model& model) { return kinematicAnalysis(model, cycle).has_value(); }}};
    for (const auto& [name, analysis] : analyses)
        for (const auto& [family, make] :
             {std::pair{"ladder", &ladder}, std::pair{"parallelograms", &parallelograms}})
            benchmark::RegisterBenchmark(("analyses/" + name + "/" + family).c_str(),
                                         [=, run = analysis, model = make](benchmark::State& s) {
                                             againstChain(s, model(), run);
                                         })
                ->Iterations(5)
                ->Unit(benchmark::kMillisecond);
    // Those without motions: of the mechanisms themselves, moving freely for a second.
    const std::vector<std::pair<std::string, Analysis>> free{
        {"modes", [](const Model& model) { return modesAboutStart(model).has_value(); }},
        {"equilibrium", [](const Model& model) { return equilibrium(model).has_value(); }},
        {"sensitivity", sensitivityBy(1)},
        {"sensitivity-by-four", sensitivityBy(4)},
        {"fit", fitBy(1)},
        {"fit-by-four", fitBy(4)}};
    using Make = std::shared_ptr<const Model> (*)();
    const std::vector<std::pair<std::string, Make>> mechanisms{
        {"chain", [] { return loaded(*planarChainModel(30)); }},
        {"ladder", [] { return loaded(*ladderModel(14, true)); }},
        {"parallelograms", [] { return loaded(*parallelogramChain(10)); }}};
    for (const auto& [name, analysis] : free)
        for (const auto& [family, make] : mechanisms)
            benchmark::RegisterBenchmark(("analyses/" + name + "/" + family).c_str(),
                                         [run = analysis, model = make](benchmark::State& s) {
                                             answerTime(s, model(), run);
                                         })
                ->Iterations(5)
                ->Unit(benchmark::kMillisecond);
}

}  // namespace momentree::bench

// SPDX-License-Identifier: Apache-2.0
// Analyses of mechanisms of 30 bodies at 361 instants: a chain, a ladder of four-bars and a chain
// of parallelograms. Counters: `ratio` of the time to that of the chain, which has no loops, and
// `factorisations` of the loops for each instant.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "bench/interleaved.hpp"
#include "bench/mechanisms.hpp"
#include "bench/questions.hpp"
#include "core/analysis/driven_motion.hpp"
#include "core/analysis/inverse_dynamics.hpp"
#include "core/analysis/kinematic_analysis.hpp"

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
}

}  // namespace momentree::bench

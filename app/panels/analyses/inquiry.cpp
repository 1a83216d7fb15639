// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/inquiry.hpp"

#include "app/analyses/worst_loads_of.hpp"
#include "core/analysis/released.hpp"
#include "core/session/catalogue.hpp"

namespace momentree::app {
namespace {

constexpr int instantsOfTurn = 360, halfSteps = 24;
constexpr double mostInstants = 2000.0;
// Of the farthest pose of a mode, relative to the size of the mechanism, and in radians.
constexpr double shapeDistance = 0.12, shapeAngle = 0.35;

/// Half the diagonal of the box around all markers of bodies.
double reachOf(const Model& model, const std::vector<BodyState>& pose) {
    Eigen::AlignedBox3d box;
    for (const Marker& marker : model.markers)
        if (marker.body != ground) {
            const BodyState& body = pose[static_cast<std::size_t>(marker.body)];
            box.extend(body.r + rotationOf<double>(body.e) * marker.frame.r);
        }
    return box.isEmpty() ? 0.0 : 0.5 * box.diagonal().norm();
}

std::vector<Poses> shapesOf(const Outcome& outcome) {
    const AboutPose about = aboutPose(outcome);
    std::vector<Poses> shapes;
    if (!about.modes) return shapes;
    // Bodies on springs may be large although their joints are close together.
    const std::vector<BodyState>& pose = about.state->bodies;
    const double size =
        std::max(mechanismSize(*outcome.model, pose), reachOf(*outcome.model, pose));
    for (const Mode& mode : about.modes->modes) {
        if (shapes.size() == mostShapes) break;
        shapes.push_back(posesOf(*outcome.model, about.state->bodies, *about.linearisation, mode,
                                 shapeDistance * size, shapeAngle, halfSteps));
    }
    return shapes;
}

template <typename Found>
Result<std::shared_ptr<const Outcome>> told(std::shared_ptr<const Model> model, Result<Found> found,
                                            std::optional<SteadyTurn> turn = {}) {
    if (!found) return tl::unexpected(found.error());
    auto outcome = std::make_shared<Outcome>();
    outcome->model = std::move(model);
    outcome->output = outputOf(*outcome->model, *found);
    outcome->found = std::move(*found);
    outcome->turn = turn;
    outcome->shapes = shapesOf(*outcome);
    return outcome;
}

template <typename Found>
Result<std::shared_ptr<const Outcome>> toldOver(std::shared_ptr<const Model> model,
                                                const ParameterValues& over, Result<Found> found) {
    if (!found) return tl::unexpected(found.error());
    auto outcome = std::make_shared<Outcome>();
    outcome->model = std::move(model);
    outcome->output = outputOf(*outcome->model, over, *found);
    outcome->found = OverParameter{over, std::move(*found)};
    return outcome;
}

}  // namespace

const char* idOf(AnalysisKind kind) {
    switch (kind) {
        case AnalysisKind::Kinematics:
            return "kinematics";
        case AnalysisKind::InverseDynamics:
            return "inverse-dynamics";
        case AnalysisKind::Modes:
        case AnalysisKind::RootLocus:
            return "modes";
        case AnalysisKind::Equilibrium:
        case AnalysisKind::EquilibriumPath:
            return "equilibrium";
        case AnalysisKind::Error:
            return "error";
        case AnalysisKind::Reach:
            return "reach";
        case AnalysisKind::Sensitivity:
            return "sensitivity";
        case AnalysisKind::Fit:
            return "fit";
        case AnalysisKind::WorstLoads:
            break;
    }
    return "worst-loads";
}

Instants instantsOf(const Model& model, const RunSpec& spec) {
    if (const auto turn = steadyTurn(model)) return {turn->period, turn->period / instantsOfTurn};
    return {spec.duration, std::max(spec.sample, spec.duration / mostInstants)};
}

Result<std::shared_ptr<const Outcome>> answer(const Inquiry& inquiry) {
    std::shared_ptr<const Model> model = inquiry.model;
    if (inquiry.released) {
        auto free = released(*model, KeptLoads::All);
        if (!free) return tl::unexpected(free.error());
        model = std::move(*free);
    }
    Instants instants = inquiry.instants;
    instants.watch = inquiry.watch;
    switch (inquiry.kind) {
        case AnalysisKind::Kinematics:
            return told(model, kinematicAnalysis(*model, instants), steadyTurn(*model));
        case AnalysisKind::InverseDynamics:
            return told(model, inverseDynamics(*model, instants), steadyTurn(*model));
        case AnalysisKind::Modes:
            return told(model, modesAboutStart(*model));
        case AnalysisKind::Equilibrium:
            return told(model, equilibrium(*model));
        case AnalysisKind::Error:
            return told(model, errorSources(Catalogue(), model, inquiry.spec, inquiry.watch.stop,
                                            inquiry.watch.told));
        case AnalysisKind::RootLocus:
            return toldOver(model, inquiry.over,
                            rootLocus(*model, inquiry.over, inquiry.watch.stop));
        case AnalysisKind::EquilibriumPath:
            return toldOver(model, inquiry.over,
                            equilibriaOver(*model, inquiry.over, inquiry.watch.stop));
        case AnalysisKind::Reach:
            return told(model, reachAnalysis(*model, inquiry.watch));
        case AnalysisKind::Sensitivity:
            return told(model,
                        sensitivities(Catalogue(), {model, inquiry.spec, {}, {inquiry.column}},
                                      inquiry.watch.stop));
        case AnalysisKind::Fit:
            return told(model, fitToData(Catalogue(),
                                         {model,
                                          inquiry.spec,
                                          inquiry.data,
                                          inquiry.parameters,
                                          {{inquiry.data.names.front(), inquiry.column}}},
                                         inquiry.watch.stop));
        case AnalysisKind::WorstLoads:
            break;
    }
    return told(model, worstLoadsOf(Catalogue(), model, inquiry.spec, instants, inquiry.watch.stop),
                steadyTurn(*model));
}

AboutPose aboutPose(const Outcome& outcome) {
    if (const auto* modes = std::get_if<ModesAboutStart>(&outcome.found))
        return {&modes->start, &modes->linearisation, &modes->modes};
    if (const auto* rest = std::get_if<Equilibrium>(&outcome.found))
        return {&rest->state, &rest->linearisation, &rest->modes};
    return {};
}

const std::vector<Sample>& samplesOf(const Outcome& outcome) {
    static const std::vector<Sample> none;
    if (const auto* motion = std::get_if<KinematicAnalysis>(&outcome.found)) return motion->samples;
    if (const auto* efforts = std::get_if<InverseDynamics>(&outcome.found)) return efforts->samples;
    return none;
}

}  // namespace momentree::app

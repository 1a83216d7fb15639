// SPDX-License-Identifier: Apache-2.0
#include "core/session/refusals.hpp"

#include "core/execution/backend.hpp"
#include "core/formulations/generalized_alpha/generalized_alpha.hpp"
#include "core/formulations/soft/impedance.hpp"
#include "core/model/curve_joints.hpp"
#include "core/model/rolling.hpp"
#include "core/model/screws.hpp"
#include "core/model/sticking.hpp"
#include "core/number_text.hpp"
#include "core/session/built_in.hpp"
#include "core/session/integrator_entries.hpp"

namespace momentree {
namespace {

/// The first limit or contact of a model, empty if it has none.
std::string firstLimit(const Model& model) {
    if (!model.stops.empty()) return model.stops.front().name;
    for (const AxialLoad& load : model.axialLoads)
        if (load.side != 0) return load.name;
    return model.contactLoads.empty() ? std::string() : model.contactLoads.front().name;
}

}  // namespace

std::string firstReactionFriction(const Model& model) {
    for (const AxialLoad& load : model.axialLoads)
        if (load.characteristic.friction.ofReaction()) return load.name;
    return {};
}

std::optional<Message> index3Refusal(const Model& model) {
    if (const AxialLoad* load = firstSticking(model))
        return MOMENTREE_TEXT(
            "index3-sticks",
            "its steps do not end where joints stick or slip; choose another "
            "formulation for the friction '%1', or give it a 'speed'")(load->name);
    if (const std::string friction = firstReactionFriction(model); !friction.empty())
        return MOMENTREE_TEXT(
            "index3-reaction-friction",
            "its steps evaluate loads at poses between those of the motion, where "
            "joints have no reactions to rub by; choose another formulation for "
            "the friction '%1'")(friction);
    if (const std::string limit = firstLimit(model); !limit.empty())
        return MOMENTREE_TEXT("index3-limits",
                              "its steps do not end at impacts and take only springs that always "
                              "act; choose another formulation for the limit or "
                              "contact '%1'")(limit);
    if (const JointElement* joint = firstNonHolonomic(model))
        return MOMENTREE_TEXT("index3-rolling",
                              "its constraints are those of poses, and a %1 joint restricts "
                              "velocities; choose another formulation for '%2'")(joint->type,
                                                                                 joint->name);
    if (!model.elasticCouplings.empty())
        return MOMENTREE_TEXT("index3-elastic-couplings",
                              "the matrix of its steps has springs between two bodies, and those "
                              "of couplings act on more; choose another formulation for coupling "
                              "'%1'")(model.elasticCouplings.front().name);
    if (model.couplings.empty()) return std::nullopt;
    if (screwOf(model, 0) >= 0)
        return MOMENTREE_TEXT("index3-screws",
                              "it has no rows for the lead of a screw; choose another formulation "
                              "for the screw joint '%1'")(model.couplings.front().name);
    return MOMENTREE_TEXT("index3-couplings",
                          "its constraints connect two bodies, and couplings more; choose another "
                          "formulation for coupling '%1'")(model.couplings.front().name);
}

std::optional<Message> energyMomentumRefusal(const Model& model) {
    if (const JointElement* joint = firstOnCurve(model))
        return MOMENTREE_TEXT("energy-momentum-curves",
                              "its constraints are products of directors, and a curve is not; "
                              "choose another formulation for the %1 joint '%2'")(joint->type,
                                                                                  joint->name);
    return index3Refusal(model);
}

std::optional<Message> parameterRefusal(const std::string& integrator) {
    if (integrator.find(':') == std::string::npos) return {};
    const std::string owner = ownerOf(integrator);
    if (owner == "soft") {
        if (softConstraintsOf(integrator)) return {};
        return MOMENTREE_TEXT(
            "soft-parameters",
            "needs up to seven numbers after the colon: time constant and damping "
            "ratio, both positive, or minus stiffness and minus damping; two "
            "impedances from 0.0001 to 0.9999, width above 0, midpoint between 0 "
            "and 1, power from 1; for example soft-euler:0.02,1,0.9,0.95,0.001");
    }
    if (owner != "generalized-alpha")
        return MOMENTREE_TEXT(
            "integrator-parameter",
            "takes no parameter; only those of generalized-alpha and soft do, for "
            "example alpha-index2:0.5");
    if (spectralRadiusOf(integrator)) return {};
    return MOMENTREE_TEXT("spectral-radius",
                          "needs a spectral radius from 0 to 1 after the colon, for example "
                          "alpha-index2:0.5");
}

std::optional<Message> softStepRefusal(const RunSpec& spec) {
    if (ownerOf(spec.integrator) != "soft") return {};
    const auto soft = softConstraintsOf(spec.integrator);
    if (!soft || soft->isDirect() || soft->timeConstant >= 2.0 * spec.step) return {};
    return MOMENTREE_TEXT("soft-step",
                          "must be at most half the time constant of soft constraints, which is %1 "
                          "s: %2 s, or choose a longer time constant")(
        numberText(soft->timeConstant, 6), numberText(0.5 * soft->timeConstant, 6));
}

std::optional<Message> multistepRefusal(const Model* model, const std::string& formulation,
                                        const std::string& integrator) {
    const StepTraits& steps = stepTraits(integrator);
    if (!model || !steps.memory || steps.order == 0 || !ownerOf(integrator).empty()) return {};
    const bool ofLoops = formulation == "hdca" || formulation == "naudet";
    if (ofLoops ? model->tree.closureRows == 0 : formulation != "hamilton-index2") return {};
    return MOMENTREE_TEXT("multistep-impulses",
                          "goes on with rates of earlier steps, but %1 resets the impulses of "
                          "constraints after each step, which changes the rates of its momenta; "
                          "choose rk4, or aba")(formulation);
}

std::optional<Message> inputRefusal(const RunSpec& spec) {
    if (!stepTraits(spec.integrator).memory) return std::nullopt;
    return MOMENTREE_TEXT("input-integrator",
                          "inputs change between steps, but '%1' goes on with forces of earlier "
                          "steps; choose rk4, explicit-euler, semi-implicit-euler or "
                          "implicit-midpoint")(spec.integrator);
}

std::optional<Message> impactRefusal(const Model& model, const RunSpec& spec) {
    if (const AxialLoad* load = firstSticking(model)) {
        if (spec.integrator.starts_with("cvode"))
            return MOMENTREE_TEXT("sticking-cvode",
                                  "does not stop where the friction '%1' sticks or slips; choose "
                                  "rk4 or dopri5, or give it a 'speed'")(load->name);
        if (spec.backend == "float32")
            return MOMENTREE_TEXT("sticking-float32",
                                  "does not find the instants where the friction '%1' sticks or "
                                  "slips in single precision; choose sequential, or give it a "
                                  "'speed'")(load->name);
    }
    if (model.stops.empty()) return std::nullopt;
    if (spec.integrator.starts_with("cvode"))
        return MOMENTREE_TEXT(
            "impacts-cvode",
            "does not stop at the impacts of '%1'; choose rk4 or dopri5")(model.stops.front().name);
    if (spec.backend == "float32")
        return MOMENTREE_TEXT("impacts-float32",
                              "does not find the instants of the impacts of '%1' in single "
                              "precision; choose sequential")(model.stops.front().name);
    return std::nullopt;
}

std::optional<Message> workRefusal(const Probe& probe) {
    if (probe.exchange < 0 || !probe.what.quantity.ends_with("_work")) return std::nullopt;
    return MOMENTREE_TEXT("work-outside-run",
                          "the probe '%1' is a work since the start, which only a recorded run "
                          "knows; use its power, or remove it")(probe.what.column);
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/generate/coverage.hpp"

#include "core/generate/loop_equations.hpp"
#include "core/kinematics/turns.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Found = std::optional<Diagnostic>;

Found uncovered(Place place, const Message& what) {
    return error(std::move(place),
                 MOMENTREE_TEXT("generate-uncovered",
                                "%1, which generated code does not compute; other "
                                "backends do")(what));
}

/// Texts grow with the square of the number of rows, and the time of an evaluation with its cube.
constexpr int mostClosureRows = 60;

Found ofClosures(const Model& model) {
    for (const int index : model.tree.closures) {
        const Constraint& closure = model.constraints[toIndex(index)];
        if (hasRecordedRows(model, closure)) continue;
        if (closure.coupling >= 0)
            return uncovered(Place::coupling(model.couplings[toIndex(closure.coupling)].name),
                             MOMENTREE_TEXT("generate-coupling", "couples joints"));
        if (closure.motion >= 0)
            return uncovered(Place::motion(model.motions[toIndex(closure.motion)].name).part("law"),
                             MOMENTREE_TEXT("generate-motion", "is a table"));
        if (closure.joint >= 0)
            return uncovered(
                Place::joint(model.joints[toIndex(closure.joint)].name),
                MOMENTREE_TEXT("generate-constraint", "closes a loop in a way of its own"));
        return uncovered(Place::model("constraints"),
                         MOMENTREE_TEXT("generate-constraints", "constrain the tree"));
    }
    if (model.tree.closureRows > mostClosureRows)
        return uncovered(Place::model("joints"),
                         MOMENTREE_TEXT("generate-loops", "close loops by %1 rows, more than %2")(
                             model.tree.closureRows, mostClosureRows));
    return {};
}

Found ofLaw(Place place, const Law& law) {
    if (law.times.empty()) return {};
    return uncovered(place.part("law"), MOMENTREE_TEXT("generate-table", "is a table"));
}
Found ofState(Place place, const StateLaw& law) {
    if (law.empty()) return {};
    return uncovered(place.part("law"),
                     MOMENTREE_TEXT("generate-expression", "is an expression of the state"));
}

Found ofAxial(const AxialLoad& load) {
    const Place place = Place::force(load.name);
    if (load.side != 0)
        return uncovered(place, MOMENTREE_TEXT("generate-limit", "acts beyond a limit only"));
    if (!load.characteristic.friction.empty())
        return uncovered(place, MOMENTREE_TEXT("generate-friction", "has dry friction"));
    if (!load.characteristic.motor.empty())
        return uncovered(place,
                         MOMENTREE_TEXT("generate-motor", "is a motor whose torque is limited"));
    if (!load.characteristic.curve.empty())
        return uncovered(place, MOMENTREE_TEXT("generate-curve", "has a curve"));
    if (!load.controller.empty())
        return uncovered(place, MOMENTREE_TEXT("generate-controller", "is a controller"));
    if (Found found = ofState(place, load.state)) return found;
    return ofLaw(place, load.law);
}

template <typename Load>
Found ofFirst(const std::vector<Load>& loads, const MessageText<0>& what) {
    if (loads.empty()) return {};
    return uncovered(Place::force(loads.front().name), what);
}

Found ofLoads(const Model& model) {
    for (const SpringDamper& spring : model.springs)
        if (!spring.curve.empty())
            return uncovered(Place::force(spring.name),
                             MOMENTREE_TEXT("generate-spring-curve", "has a curve"));
    for (const AxialLoad& load : model.axialLoads)
        if (Found found = ofAxial(load)) return found;
    for (const AppliedLoad& load : model.appliedLoads) {
        if (Found found = ofState(Place::force(load.name), load.state)) return found;
        if (Found found = ofLaw(Place::force(load.name), load.law)) return found;
    }
    if (Found found =
            ofFirst(model.contactLoads, MOMENTREE_TEXT("generate-contact", "is a contact")))
        return found;
    if (Found found = ofFirst(model.bushings, MOMENTREE_TEXT("generate-bushing", "is a bushing")))
        return found;
    return ofFirst(model.elasticCouplings,
                   MOMENTREE_TEXT("generate-elastic", "is an elastic coupling"));
}

Found ofAngles(const Model& model) {
    const CountedAngles angles = countedAngles(model);
    for (std::size_t a = 0; a < angles.all.size(); ++a) {
        const CountedAngle& own = angles.all[a];
        if (own.ofTree || own.motion >= 0) continue;
        for (std::size_t k = 0; k < model.axialLoads.size(); ++k)
            if (angles.ofLoad[k] == static_cast<int>(a))
                return uncovered(Place::force(model.axialLoads[k].name),
                                 MOMENTREE_TEXT("generate-angle",
                                                "counts turns about an axis that is not that of "
                                                "joints"));
        // Joints that close loops have their angles in the state.
        if (own.joint >= 0 || own.hinge >= 0) continue;
        for (std::size_t k = 0; k < model.probes.size(); ++k)
            if (angles.ofProbe[k] == static_cast<int>(a))
                return uncovered({Place::Kind::Probe, model.probes[k].what.column},
                                 MOMENTREE_TEXT("generate-probe",
                                                "counts turns about an axis that is not that of "
                                                "joints"));
        return uncovered(Place::model("angles"), MOMENTREE_TEXT("generate-turns", "count turns"));
    }
    return {};
}

}  // namespace

std::optional<Diagnostic> generateRefusal(const Model& model) {
    if (Found found = ofClosures(model)) return found;
    for (const TreeBody& body : model.tree.bodies) {
        if (body.motion < 0) continue;
        const MotionElement& motion = model.motions[toIndex(body.motion)];
        if (Found found = ofLaw(Place::motion(motion.name), motion.law)) return found;
    }
    if (Found found = ofLoads(model)) return found;
    if (!model.stops.empty())
        return uncovered(Place::joint(model.stops.front().name),
                         MOMENTREE_TEXT("generate-stop", "stops with impacts"));
    return ofAngles(model);
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "campaign/elements.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/math/index.hpp"
#include "core/number_text.hpp"

namespace momentree::campaign {
namespace {

constexpr double nearby = 0.3;  ///< distance of a limit from the start [rad, or sizes]

std::string addCharacteristic(Draft& draft, const Axis& axis) {
    CharacteristicDescription characteristic;
    LawDescription law;
    std::string kind;
    switch (draft.random.below(4)) {
        case 0:
            kind = "friction";
            characteristic.kineticFriction = axis.effort * draft.random.uniform(0.1, 0.5);
            characteristic.staticFriction =
                characteristic.kineticFriction.value * draft.random.uniform(1.0, 1.5);
            characteristic.frictionSpeed = 0.3 * axis.unit * axis.rate;
            characteristic.stribeckSpeed = axis.unit * axis.rate;
            break;
        case 1:
            kind = "motor";
            characteristic.stall = draft.chance(0.5) ? axis.effort : -axis.effort;
            characteristic.noLoadSpeed =
                std::copysign(2.0 * axis.unit * axis.rate, characteristic.stall.value);
            break;
        case 2:
            kind = "curve";
            characteristic.curve = someCurve(draft, axis.unit, axis.effort);
            break;
        default: {
            kind = "law of state";
            const auto text = [](double value) { return numberText(value, 17); };
            law.offset.text = "-" + text(axis.effort / axis.unit) + "*sin(q/(" + text(axis.unit) +
                              (axis.turns ? " rad)) - " : " m)) - ") +
                              text(0.2 * axis.effort / axis.unit / axis.rate) + "*u + " +
                              text(0.5 * axis.effort) + "*cos(" + text(axis.rate) + "*t)";
        }
    }
    addAlong(draft, axis, kind, law, characteristic);
    return kind;
}

std::string addLimits(Draft& draft, const Axis& axis) {
    const bool impacts = draft.chance(0.4);
    LimitDescription limit;
    limit.least = axis.q - nearby * axis.unit;
    if (draft.chance(0.7)) limit.most = axis.q + nearby * axis.unit;
    if (impacts) {
        limit.restitution = draft.random.uniform(0.3, 1.0);
    } else {
        limit.stiffness = 20.0 * axis.effort / axis.unit;
        limit.damping = draft.chance(0.5) ? axis.effort / axis.unit / axis.rate : 0.0;
    }
    draft.d.joints[toIndex(axis.joint)].limits.push_back(limit);
    return impacts ? "impacts" : "limits";
}

std::string addCoupling(Draft& draft, const Axis& a, const Axis& b) {
    const CouplingDescription coupling = couplingOf(draft, a, b);
    draft.d.couplings.push_back(coupling);
    for (int term = 1; term <= 2; ++term) {
        ProbeDescription effort;
        effort.column = couplingEffort(coupling.name, term);
        effort.quantity = "coupling_effort";
        effort.joint = coupling.name;
        effort.coordinate = term;
        draft.d.probes.push_back(effort);
    }
    draft.freedom = -1;
    draft.guessSpeeds();
    return "coupling";
}

/// One more joint between a body and an earlier one or ground, where they are.
std::string addGuide(Draft& draft, int body) {
    constexpr std::array types{"planar", "constant-velocity", "point-on-line", "point-on-plane"};
    const char* const type = types.at(toIndex(draft.random.below(static_cast<int>(types.size()))));
    const int other = draft.random.below(body + 1) - 1;
    const Matrix3d axes = draft.turn();
    draft.join(type, other, body, {axes, draft.near(body)});
    draft.freedom = -1;
    draft.guessSpeeds();
    return type;
}

/// A sphere on a body above a plane of ground.
std::string addContact(Draft& draft, int body) {
    const double rate = std::max(draft.rate, 1.0), m = draft.d.bodies[toIndex(body)].mass.value;
    const Matrix3d axes = draft.turn();
    const Vector3d centre = draft.near(body);
    ContactDescription contact;
    contact.radius = 0.1 * draft.size;
    const Vector3d plane = centre - (contact.radius.value + 0.1 * draft.size) * axes.col(2);
    contact.a = draft.referTo(ground, {axes, plane});
    contact.b = draft.referTo(body, {draft.turn(), centre});
    contact.stiffness = 20.0 * m * rate * rate / std::sqrt(draft.size);
    contact.damping = draft.chance(0.5) ? 0.1 / (rate * draft.size) : 0.0;
    if (draft.chance(0.5)) {
        contact.friction = 0.3;
        contact.slip = 0.3 * rate * draft.size;
    }
    draft.d.forces.push_back({"contact " + std::to_string(body), contact});
    return "contact";
}

std::string addQuadraticDrag(Draft& draft, int body) {
    const double m = draft.d.bodies[toIndex(body)].mass.value, size = draft.size;
    DragDescription drag;
    drag.body = draft.d.bodies[toIndex(body)].name;
    drag.quadratic = 0.1 * m / size;
    drag.angularQuadratic = 0.02 * m * size * size;
    draft.d.forces.push_back({"air at " + drag.body, drag});
    return "air";
}

}  // namespace

std::vector<Axis> freeAxes(const Draft& draft) {
    std::vector<Axis> axes;
    const double rate = std::max(draft.rate, 1.0);
    for (std::size_t j = 0; j < draft.d.joints.size(); ++j) {
        const JointDescription& joint = draft.d.joints[j];
        const bool turns = joint.type == "revolute";
        const auto drives = [&](const MotionDescription& m) { return m.joint == joint.name; };
        if ((!turns && joint.type != "prismatic") || std::ranges::any_of(draft.d.motions, drives))
            continue;
        double least = draft.mass;
        for (const BodyDescription& body : draft.d.bodies)
            if (body.name == joint.a.body || body.name == joint.b.body)
                least = std::min(least, body.mass.value);
        const double unit = turns ? 1.0 : draft.size;
        const double effort = 0.2 * least * rate * rate * draft.size * (turns ? draft.size : 1.0);
        axes.push_back({static_cast<int>(j), turns, draft.startOf(static_cast<int>(j)).q[0], unit,
                        effort, rate});
    }
    return axes;
}

CurveDescription someCurve(Draft& draft, double unit, double effort) {
    CurveDescription curve;
    curve.linear = draft.chance(0.3);
    double value = 0.0;
    for (int k = -2; k <= 2; ++k) {
        curve.positions.emplace_back(0.7 * unit * k);
        if (k > -2) value += effort * draft.random.uniform(0.1, 1.0);
        curve.values.emplace_back(value);
    }
    for (Scalar& v : curve.values) v.value -= 0.5 * value;
    return curve;
}

void addAlong(Draft& draft, const Axis& axis, const std::string& kind, const LawDescription& law,
              const CharacteristicDescription& characteristic) {
    const JointDescription& joint = draft.d.joints[toIndex(axis.joint)];
    const std::string name = kind + " in " + joint.name;
    if (axis.turns)
        draft.d.forces.push_back(
            {name, AxialTorqueDescription{joint.a, joint.b, 0.0, 0.0, 0.0, law, characteristic}});
    else
        draft.d.forces.push_back(
            {name, AxialForceDescription{joint.a, joint.b, 0.0, 0.0, 0.0, law, characteristic}});
}

CouplingDescription couplingOf(Draft& draft, const Axis& a, const Axis& b) {
    CouplingDescription coupling;
    coupling.name = "coupling " + std::to_string(draft.d.couplings.size());
    double offset = 0.0;
    const auto add = [&](const Axis& axis, double ratio) {
        coupling.terms.push_back({draft.d.joints[toIndex(axis.joint)].name, 1, ratio / axis.unit});
        offset += ratio / axis.unit * axis.q;
    };
    add(a, 1.0);
    add(b, draft.random.uniform(0.3, 2.0) * (draft.chance(0.5) ? 1.0 : -1.0));
    coupling.offset = offset;
    return coupling;
}

std::string joined(const std::set<std::string>& kinds) {
    std::string all;
    for (const std::string& kind : kinds) all += (all.empty() ? "" : "+") + kind;
    return all;
}

std::string couplingEffort(const std::string& coupling, int term) {
    return coupling + " effort " + std::to_string(term);
}

std::string addElements(Draft& draft) {
    std::set<std::string> kinds;
    std::vector<Axis> axes = freeAxes(draft);
    if (axes.size() > 1 && draft.chance(0.3)) {
        const int a = draft.random.below(static_cast<int>(axes.size()));
        const int b = draft.random.below(static_cast<int>(axes.size()) - 1);
        kinds.insert(addCoupling(draft, axes[toIndex(a)], axes[toIndex(b + (b >= a ? 1 : 0))]));
    }
    if (draft.chance(0.3))
        kinds.insert(
            addGuide(draft, draft.random.below(static_cast<int>(std::ssize(draft.poses)))));
    for (const Axis& axis : axes) {
        if (draft.chance(0.3)) kinds.insert(addCharacteristic(draft, axis));
        if (draft.chance(0.15)) kinds.insert(addLimits(draft, axis));
    }
    for (int i = 0; i < static_cast<int>(std::ssize(draft.poses)); ++i) {
        if (draft.chance(0.1)) kinds.insert(addContact(draft, i));
        if (draft.chance(0.1)) kinds.insert(addQuadraticDrag(draft, i));
    }
    return joined(kinds);
}

}  // namespace momentree::campaign

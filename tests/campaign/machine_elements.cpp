// SPDX-License-Identifier: Apache-2.0
#include "campaign/machine_elements.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

#include "campaign/elements.hpp"
#include "core/math/index.hpp"
#include "core/number_text.hpp"

namespace momentree::campaign {
namespace {

/// Two bodies, or ground and a body, with scales of their relative motion.
struct Ends {
    int a, b;
    double mass;  ///< of the lighter one [kg]
    double rate;  ///< [1/s]
};

Ends someEnds(Draft& draft) {
    const int b = draft.random.below(static_cast<int>(std::ssize(draft.poses)));
    const int a = draft.random.below(b + 1) - 1;
    const auto massOf = [&](int body) { return draft.d.bodies[toIndex(body)].mass.value; };
    return {a, b, a == ground ? massOf(b) : std::min(massOf(a), massOf(b)),
            std::max(draft.rate, 1.0)};
}

/// A body, a new one or one of the mechanism, that is joined to ground or to another body.
Ends someGuided(Draft& draft) {
    if (draft.chance(0.4)) return someEnds(draft);
    const int a = draft.random.below(static_cast<int>(std::ssize(draft.poses)) + 1) - 1;
    return {a, draft.addBody(draft.near(a)), 0.0, 0.0};
}

void join(Draft& draft, JointDescription joint, const Ends& ends, const Frame& a, const Frame& b) {
    joint.a = draft.referTo(ends.a, a);
    joint.b = draft.referTo(ends.b, b);
    draft.add(std::move(joint));
    draft.freedom = -1;
    draft.guessSpeeds();
}

JointDescription jointOf(const char* type) {
    JointDescription joint;
    joint.type = type;
    return joint;
}

std::string addScrew(Draft& draft) {
    JointDescription joint = jointOf("screw");
    joint.length = draft.size * draft.random.uniform(0.1, 1.0) * (draft.chance(0.5) ? 1.0 : -1.0);
    const Ends ends = someGuided(draft);
    const Frame at{draft.turn(), draft.near(ends.b)};
    join(draft, joint, ends, at, at);
    return joint.type;
}

/// A disc, a ball or an ellipsoid on a plane, or an edge.
std::string addRolling(Draft& draft) {
    constexpr std::array types{"rolling-disc", "rolling-ellipsoid", "knife-edge"};
    JointDescription joint = jointOf(types.at(toIndex(draft.random.below(3))));
    const Ends ends = someGuided(draft);
    const Frame b{draft.turn(), draft.near(ends.b)};
    if (joint.type == "knife-edge") {
        join(draft, joint, ends, {draft.turn(), b.r}, b);
        return joint.type;
    }
    Vector3d axes(draft.size, draft.size, 0.0);
    axes *= draft.random.uniform(0.2, 0.5);
    if (joint.type == "rolling-disc") {
        joint.length = axes.x();
    } else {
        axes.z() = axes.x() * draft.random.uniform(0.5, 2.0);
        joint.semiAxes = Scalar3{axes.x(), axes.y(), axes.z()};
    }
    const Matrix3d plane = draft.turn();
    const double height = axes.cwiseProduct(b.R.transpose() * plane.col(2)).norm();
    join(draft, joint, ends, {plane, b.r - height * plane.col(2)}, b);
    return joint.type;
}

/// A point, a roller or a face on an ellipse in a plane of another body.
std::string addCurve(Draft& draft) {
    constexpr std::array types{"point-on-curve", "cam-roller", "cam-face"};
    JointDescription joint = jointOf(types.at(toIndex(draft.random.below(3))));
    const double width = draft.size * draft.random.uniform(0.3, 1.0);
    const double height = width * draft.random.uniform(0.6, 1.5);
    const double s = draft.random.uniform(0.0, 2.0 * std::numbers::pi);
    PlaneCurveDescription& curve = joint.curve.emplace();
    curve.x.text = numberText(width, 17) + "*cos(s)";
    curve.y.text = numberText(height, 17) + "*sin(s)";
    curve.to = 2.0 * std::numbers::pi;
    Vector3d point(width * std::cos(s), height * std::sin(s), 0.0);
    const Vector3d normal = Vector3d(height * std::cos(s), width * std::sin(s), 0.0).normalized();
    if (joint.type == "cam-roller") {
        joint.length = 0.2 * width;
        point += joint.length->value * normal;
    }
    const Ends ends = someGuided(draft);
    Frame b{draft.turn(), draft.near(ends.b)};
    const Matrix3d plane = draft.turn();
    // The cam is on the side of z.
    if (joint.type == "cam-face") b.R = draft.axesAlong(-(plane * normal));
    join(draft, joint, ends, {plane, b.r - plane * point}, b);
    return joint.type;
}

std::string addBushing(Draft& draft) {
    const Ends ends = someEnds(draft);
    const Frame at{draft.turn(), draft.near(ends.b)};
    BushingDescription bushing;
    bushing.a = draft.referTo(ends.a, at);
    bushing.b = draft.referTo(ends.b, at);
    const bool damped = draft.chance(0.5);
    for (int k = 0; k < 6; ++k) {
        const double inertia = ends.mass * (k < 3 ? 1.0 : 0.1 * draft.size * draft.size);
        const double stiffness = inertia * ends.rate * ends.rate * draft.random.uniform(0.1, 2.0);
        bushing.stiffness.emplace_back(stiffness);
        if (damped) bushing.damping.emplace_back(0.1 * stiffness / ends.rate);
    }
    draft.d.forces.push_back({"bushing " + std::to_string(draft.d.forces.size()), bushing});
    return "bushing";
}

std::string addCurvedSpring(Draft& draft) {
    const Ends ends = someEnds(draft);
    const Vector3d from = draft.near(ends.a), to = draft.near(ends.b);
    SpringDamperDescription spring;
    spring.a = draft.referTo(ends.a, {draft.turn(), from});
    spring.b = draft.referTo(ends.b, {draft.turn(), to});
    spring.length = (to - from).norm();
    spring.curve =
        someCurve(draft, draft.size, 0.3 * ends.mass * ends.rate * ends.rate * draft.size);
    draft.d.forces.push_back({"spring " + std::to_string(draft.d.forces.size()), spring});
    return "curved spring";
}

/// Two spheres, or a sphere and a plane, that rebound.
std::string addImpacts(Draft& draft) {
    const Ends ends = someEnds(draft);
    ContactDescription contact;
    contact.radius = 0.1 * draft.size;
    contact.restitution = draft.random.uniform(0.3, 1.0);
    Frame a{draft.turn(), draft.near(ends.a)};
    const Vector3d centre = draft.near(ends.b);
    const double distance = contact.radius.value + 0.1 * draft.size;
    if (draft.chance(0.5)) {
        contact.radiusA = 0.2 * draft.size;
        a.r = centre - (distance + contact.radiusA->value) * a.R.col(2);
    } else {
        a.r = centre - distance * a.R.col(2);
    }
    contact.a = draft.referTo(ends.a, a);
    contact.b = draft.referTo(ends.b, {draft.turn(), centre});
    draft.d.forces.push_back({"impact " + std::to_string(draft.d.forces.size()), contact});
    return "rebounds";
}

std::string addElasticCoupling(Draft& draft, const Axis& a, const Axis& b) {
    CouplingDescription coupling = couplingOf(draft, a, b);
    const double stiffness = 5.0 * std::min(a.effort * a.unit, b.effort * b.unit);
    coupling.stiffness = stiffness;
    if (draft.chance(0.5)) coupling.damping = 0.1 * stiffness / a.rate;
    if (draft.chance(0.5)) coupling.backlash = draft.random.uniform(0.01, 0.1);
    const bool gap = coupling.backlash.value > 0.0;
    draft.d.couplings.push_back(std::move(coupling));
    return gap ? "backlash" : "elastic coupling";
}

/// In the joint: a controller, friction that sticks or friction by its reaction.
std::string addDevice(Draft& draft, const Axis& axis) {
    CharacteristicDescription device;
    std::string kind;
    switch (draft.random.below(3)) {
        case 0: {
            kind = "controller";
            ControllerDescription& controller = device.controller;
            controller.setPoint.kind = "harmonic";
            controller.setPoint.offset = axis.q;
            controller.setPoint.amplitude = 0.3 * axis.unit;
            controller.setPoint.frequency = axis.rate;
            const double gain = axis.effort / axis.unit;
            controller.proportional = gain;
            controller.integral = draft.chance(0.5) ? 0.3 * gain * axis.rate : 0.0;
            controller.derivative = 0.3 * gain / axis.rate;
            if (draft.chance(0.5)) controller.filter = 0.1 / axis.rate;
            if (draft.chance(0.3)) controller.limit = 0.2 * axis.effort;
            break;
        }
        case 1:
            kind = "sticking";
            device.kineticFriction = axis.effort * draft.random.uniform(0.1, 0.5);
            break;
        default:
            kind = "friction by reaction";
            device.kineticFriction = draft.random.uniform(0.05, 0.3);
            device.frictionJoint = draft.d.joints[toIndex(axis.joint)].name;
            device.frictionSpeed = 0.3 * axis.unit * axis.rate;
            if (axis.turns) device.frictionRadius = 0.05 * draft.size;
    }
    addAlong(draft, axis, kind, {}, device);
    return kind;
}

}  // namespace

std::string addMachineElements(Draft& draft) {
    std::set<std::string> kinds;
    const std::vector<Axis> axes = freeAxes(draft);
    if (draft.chance(0.25)) kinds.insert(addScrew(draft));
    if (draft.chance(0.25)) kinds.insert(addRolling(draft));
    if (draft.chance(0.25)) kinds.insert(addCurve(draft));
    if (draft.chance(0.2)) kinds.insert(addBushing(draft));
    if (draft.chance(0.2)) kinds.insert(addCurvedSpring(draft));
    if (draft.chance(0.1)) kinds.insert(addImpacts(draft));
    if (axes.size() > 1 && draft.chance(0.25))
        kinds.insert(addElasticCoupling(draft, axes.front(), axes.back()));
    for (const Axis& axis : axes)
        if (draft.chance(0.15)) kinds.insert(addDevice(draft, axis));
    return joined(kinds);
}

}  // namespace momentree::campaign

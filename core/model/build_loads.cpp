// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "core/joints/joint_type.hpp"
#include "core/model/build_context.hpp"
#include "core/model/sticking.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

double finite(const Scalar& s, BuildContext& context, const Place& where, Message what) {
    if (!std::isfinite(s.value))
        context.refuse(where,
                       MOMENTREE_TEXT("value-not-finite", "%1 must be finite")(std::move(what)),
                       s.line);
    return s.value;
}

std::vector<double> valuesOf(const std::vector<Scalar>& list) {
    std::vector<double> values;
    values.reserve(list.size());
    for (const Scalar& s : list) values.push_back(s.value);
    return values;
}

/// An off-centre load would turn a body that has no rotation.
void refuseOffCentre(BuildContext& context, const Marker& at, const Place& where, int line) {
    if (at.body == ground || !context.pointMass[static_cast<std::size_t>(at.body)] ||
        at.frame.r.isZero(1e-12))
        return;
    context.refuse(
        where,
        MOMENTREE_TEXT("point-mass-off-centre",
                       "a point mass can only be loaded at its centre; give the body an inertia"),
        line);
}

struct LoadWriter {
    BuildContext& context;
    const ForceDescription& given;
    Place where;

    Marker marker(const MarkerReference& reference) {
        return context.marker(reference, where, given.line);
    }

    void operator()(const SpringDamperDescription& d) {
        SpringDamper spring{
            given.name,
            marker(d.a),
            marker(d.b),
            finite(d.stiffness, context, where, MOMENTREE_TEXT("the-stiffness", "the stiffness")),
            finite(d.damping, context, where, MOMENTREE_TEXT("the-damping", "the damping")),
            finite(d.length, context, where, MOMENTREE_TEXT("the-length", "the length")),
            finite(d.preload, context, where, MOMENTREE_TEXT("the-preload", "the preload")),
            makeCurve(d.curve)};
        refuseOffCentre(context, spring.A, where, given.line);
        refuseOffCentre(context, spring.B, where, given.line);
        if (spring.A.body == spring.B.body) {
            context.refuse(where,
                           MOMENTREE_TEXT("joins-body-to-itself",
                                          "connects a body to itself; name two different bodies"),
                           given.line);
        }
        context.model.springs.push_back(spring);
    }
    void operator()(const AxialTorqueDescription& d) { axial(d, true, d.angle); }
    void operator()(const AxialForceDescription& d) { axial(d, false, d.length); }
    void operator()(const AppliedForceDescription& d) {
        AppliedLoad load{given.name,
                         marker(d.at),
                         {},
                         d.bodyAxes,
                         d.torque,
                         makeLaw(d.law, context, where),
                         makeStateLaw(d.law, false, context, where)};
        load.direction = {d.direction[0].value, d.direction[1].value, d.direction[2].value};
        if (!(load.direction.norm() > 0.0)) {
            context.refuse(where,
                           MOMENTREE_TEXT("direction-zero", "the direction must not be zero"),
                           given.line);
        } else {
            load.direction.normalize();
        }
        if (load.at.body == ground)
            context.refuse(where,
                           MOMENTREE_TEXT("load-on-ground", "ground cannot be loaded; name a body"),
                           given.line);
        if (!load.torque) refuseOffCentre(context, load.at, where, given.line);
        context.model.appliedLoads.push_back(load);
    }
    void operator()(const DragDescription& d) {
        const auto found = context.bodyByName.find(d.body);
        if (found == context.bodyByName.end()) {
            context.refuse(where, MOMENTREE_TEXT("body-unknown", "there is no body '%1'")(d.body),
                           given.line);
            return;
        }
        context.model.drags.push_back(
            {given.name, found->second,
             finite(d.linear, context, where, MOMENTREE_TEXT("the-drag", "the drag")),
             finite(d.angular, context, where,
                    MOMENTREE_TEXT("the-angular-drag", "the angular drag")),
             finite(d.quadratic, context, where, MOMENTREE_TEXT("the-drag", "the drag")),
             finite(d.angularQuadratic, context, where,
                    MOMENTREE_TEXT("the-angular-drag", "the angular drag"))});
    }
    void operator()(const ContactDescription& d) {
        const Marker A = marker(d.a), B = marker(d.b);
        if (A.body == B.body)
            refuse(MOMENTREE_TEXT("joins-body-to-itself",
                                  "connects a body to itself; name two different bodies"));
        refuseOffCentre(context, A, where, given.line);
        refuseOffCentre(context, B, where, given.line);
        if (!(d.radius.value >= 0.0) || !std::isfinite(d.radius.value))
            refuse(MOMENTREE_TEXT("contact-radius", "'radius' must not be negative"));
        if (d.radiusA && (!(d.radiusA->value >= 0.0) || !std::isfinite(d.radiusA->value)))
            refuse(MOMENTREE_TEXT("contact-radius-a", "'radius_a' must not be negative"));
        const double reach = d.radius.value + (d.radiusA ? d.radiusA->value : 0.0);
        if (d.radiusA && reach == 0.0)
            refuse(MOMENTREE_TEXT("contact-points",
                                  "two points do not touch: 'radius' or 'radius_a' must be greater "
                                  "than 0"));
        if (d.restitution.has_value() == d.stiffness.has_value())
            return refuse(MOMENTREE_TEXT("contact-kind",
                                         "give either 'restitution' (from 0 to 1), with which the "
                                         "sphere rebounds, or 'stiffness'"));
        if (d.stiffness) {
            if (!(d.stiffness->value > 0.0))
                refuse(MOMENTREE_TEXT("contact-stiffness", "'stiffness' must be greater than 0"));
            if (!(d.damping.value >= 0.0) || !(d.friction.value >= 0.0) || !(d.slip.value > 0.0))
                refuse(MOMENTREE_TEXT("contact-constants",
                                      "'damping' and 'friction' must not be negative, and 'slip' "
                                      "must be greater than 0"));
            context.model.contactLoads.push_back(
                {given.name, A, B, d.radius.value, d.stiffness->value, d.damping.value,
                 d.friction.value, d.slip.value, d.radiusA.has_value(),
                 d.radiusA ? d.radiusA->value : 0.0});
            return;
        }
        if (!(d.restitution->value >= 0.0 && d.restitution->value <= 1.0))
            refuse(MOMENTREE_TEXT("restitution-range", "'restitution' must be from 0 to 1"));
        if (d.damping.value != 0.0 || d.friction.value != 0.0)
            refuse(MOMENTREE_TEXT("contact-impact-constants",
                                  "'damping' and 'friction' need a 'stiffness': impacts have "
                                  "neither"));
        context.model.stops.push_back({.name = given.name,
                                       .A = A,
                                       .B = B,
                                       .spheres = d.radiusA.has_value(),
                                       .bound = reach,
                                       .side = -1,
                                       .restitution = d.restitution->value});
    }

    void operator()(const BushingDescription& d) {
        Bushing bushing{given.name, marker(d.a), marker(d.b), matrix(d.stiffness),
                        matrix(d.damping)};
        refuseOffCentre(context, bushing.A, where, given.line);
        refuseOffCentre(context, bushing.B, where, given.line);
        if (bushing.A.body == bushing.B.body)
            refuse(MOMENTREE_TEXT("joins-body-to-itself",
                                  "connects a body to itself; name two different bodies"));
        const double asymmetry = (bushing.K - bushing.K.transpose()).lpNorm<Eigen::Infinity>();
        if (asymmetry > 1e-9 * bushing.K.lpNorm<Eigen::Infinity>())
            refuse(MOMENTREE_TEXT("bushing-asymmetric",
                                  "'stiffness' must be symmetric: other mounts would make energy "
                                  "from nothing"));
        bushing.K = 0.5 * (bushing.K + bushing.K.transpose()).eval();
        if (std::ranges::any_of(d.curves, [](const CurveDescription& curve) {
                return curve != CurveDescription();
            }))
            for (const CurveDescription& curve : d.curves)
                bushing.curves.push_back(makeCurve(curve));
        context.model.bushings.push_back(bushing);
    }

private:
    template <typename Description>
    void axial(const Description& d, bool torque, const Scalar& x0) {
        const PidController controller = makeController(d.characteristic);
        context.model.axialLoads.push_back(
            {given.name, marker(d.a), marker(d.b), torque,
             finite(d.stiffness, context, where, MOMENTREE_TEXT("the-stiffness", "the stiffness")),
             finite(d.damping, context, where, MOMENTREE_TEXT("the-damping", "the damping")),
             finite(x0, context, where, MOMENTREE_TEXT("the-rest-position", "the rest position")),
             makeLaw(d.law, context, where), makeStateLaw(d.law, true, context, where),
             makeCharacteristic(d.characteristic), controller});
        AxialLoad& load = context.model.axialLoads.back();
        if (!d.characteristic.frictionJoint.empty())
            takeReaction(d.characteristic, load);
        else if (d.characteristic.frictionRadius != Scalar() ||
                 d.characteristic.guideLength != Scalar())
            refuse(MOMENTREE_TEXT("friction-without-joint",
                                  "'radius' and 'guide_length' belong to friction by the reaction "
                                  "of a 'joint', which is missing"));
    }
    /// Whether a load acts between the bodies of a joint, with z along its axis.
    static bool isAlong(const AxialLoad& load, const JointElement& joint) {
        const bool same = load.A.body == joint.A.body && load.B.body == joint.B.body;
        const bool swapped = load.A.body == joint.B.body && load.B.body == joint.A.body;
        const Marker& onA = same ? joint.A : joint.B;
        constexpr double aligned = 1e-9;
        return (same || swapped) &&
               load.A.frame.R.col(2).cross(onA.frame.R.col(2)).norm() < aligned;
    }
    /// Friction by the reaction of a joint, whose axis must be that of the load.
    void takeReaction(const CharacteristicDescription& d, AxialLoad& load) {
        const auto found = context.jointByName.find(d.frictionJoint);
        if (found == context.jointByName.end())
            return refuse(
                MOMENTREE_TEXT("joint-unknown", "there is no joint '%1'")(d.frictionJoint));
        const JointElement& joint = context.model.joints[static_cast<std::size_t>(found->second)];
        const JointType type = jointType(joint.type);
        if (!type.axial() && joint.type != "cylindrical")
            return refuse(MOMENTREE_TEXT(
                "friction-joint-type",
                "friction by a reaction needs a revolute, prismatic or cylindrical joint, and '%1' "
                "is %2")(joint.name, joint.type));
        if (joint.type == "screw")
            return refuse(MOMENTREE_TEXT(
                "friction-joint-screw",
                "the thread of '%1' carries a force along its axis, and friction by a reaction "
                "follows the one across it; give 'kinetic' and 'static' as torques, without "
                "'joint'")(joint.name));
        if (load.torque ? !type.turns() : !type.slides())
            return refuse(load.torque
                              ? MOMENTREE_TEXT("friction-joint-slides",
                                               "a torque needs a joint that turns, and '%1' is %2")(
                                    joint.name, joint.type)
                              : MOMENTREE_TEXT("friction-joint-turns",
                                               "a force needs a joint that slides, and '%1' is %2")(
                                    joint.name, joint.type));
        if (!isAlong(load, joint))
            return refuse(MOMENTREE_TEXT(
                "friction-joint-axis",
                "the markers must be on the bodies of joint '%1', with z along its axis")(
                joint.name));
        Friction& friction = load.characteristic.friction;
        friction.joint = found->second;
        friction.radius = d.frictionRadius.value;
        friction.guideLength = d.guideLength.value;
        if (load.torque && !(friction.radius > 0.0 && std::isfinite(friction.radius)))
            refuse(MOMENTREE_TEXT("friction-radius",
                                  "friction of a pin needs a 'radius' above zero [m]"));
        if (!load.torque && d.frictionRadius != Scalar())
            refuse(MOMENTREE_TEXT("friction-radius-unused",
                                  "'radius' is that of a pin and has no effect on a force"));
        if (load.torque ? d.guideLength != Scalar()
                        : !(friction.guideLength >= 0.0 && std::isfinite(friction.guideLength)))
            refuse(load.torque
                       ? MOMENTREE_TEXT("friction-guide-unused",
                                        "'guide_length' is that of a guide and has no effect on a "
                                        "torque")
                       : MOMENTREE_TEXT("friction-guide", "'guide_length' must not be negative"));
        if (friction.empty())
            refuse(MOMENTREE_TEXT("friction-coefficient",
                                  "friction by a reaction needs a coefficient above zero"));
    }
    Eigen::Matrix<double, 6, 6> matrix(const std::vector<Scalar>& entries) {
        Eigen::Matrix<double, 6, 6> m = Eigen::Matrix<double, 6, 6>::Zero();
        if (entries.size() != 0 && entries.size() != 6 && entries.size() != 36)
            refuse(MOMENTREE_TEXT("bushing-matrix",
                                  "'stiffness' and 'damping' have 6 numbers, or 6 rows of 6"));
        else
            for (std::size_t k = 0; k < entries.size(); ++k)
                m(static_cast<Eigen::Index>(entries.size() == 6 ? k : k / 6),
                  static_cast<Eigen::Index>(k % 6)) = entries[k].value;
        if (!m.allFinite())
            refuse(
                MOMENTREE_TEXT("bushing-not-finite", "'stiffness' and 'damping' must be finite"));
        return m;
    }
    PidController makeController(const CharacteristicDescription& characteristic) {
        PidController out;
        const ControllerDescription& d = characteristic.controller;
        if (d == ControllerDescription()) return out;
        out.setPoint = makeLaw(d.setPoint, context, where);
        out.proportional = d.proportional.value;
        out.integral = d.integral.value;
        out.derivative = d.derivative.value;
        out.filter = d.filter.value;
        const bool finite = std::isfinite(out.proportional) && std::isfinite(out.integral) &&
                            std::isfinite(out.derivative);
        if (!finite || out.empty())
            refuse(MOMENTREE_TEXT("controller-gains",
                                  "a controller needs at least one of 'proportional', 'integral' "
                                  "and 'derivative', and finite ones"));
        if (!(out.filter >= 0.0) || !std::isfinite(out.filter))
            refuse(MOMENTREE_TEXT("controller-filter",
                                  "'filter' is a time constant and must not be negative"));
        if (out.filter > 0.0 && out.derivative == 0.0)
            refuse(MOMENTREE_TEXT("controller-filter-unused",
                                  "'filter' has no effect without 'derivative'"));
        out.limit = d.limit.value;
        if (d.limit != Scalar() && !(out.limit > 0.0))
            refuse(MOMENTREE_TEXT("controller-limit",
                                  "'limit' must be greater than 0; leave it out for none"));
        int& states = context.model.controllerStates;
        if (out.integral != 0.0) out.integralState = states++;
        if (out.filter > 0.0 && out.derivative != 0.0) out.rateState = states++;
        return out;
    }
    void refuse(Message problem) { context.refuse(where, std::move(problem), given.line); }
    Characteristic makeCharacteristic(const CharacteristicDescription& d) {
        Characteristic out;
        out.curve = makeCurve(d.curve);
        out.motor = {d.stall.value, d.noLoadSpeed.value};
        if (!out.motor.empty() && !(out.motor.stall * out.motor.noLoad > 0.0))
            refuse(MOMENTREE_TEXT("motor-speed",
                                  "a motor needs a no-load speed of the same sign as its stall "
                                  "torque or force"));
        Friction& friction = out.friction;
        friction = {d.kineticFriction.value, d.staticFriction.value, d.frictionSpeed.value,
                    d.stribeckSpeed.value};
        if (d.staticFriction == Scalar()) friction.breakaway = friction.kinetic;
        if (friction.kinetic < 0.0 || friction.breakaway < friction.kinetic)
            refuse(MOMENTREE_TEXT("friction-levels",
                                  "friction must not be negative, and the static one not below the "
                                  "kinetic one"));
        if (!(friction.speed >= 0.0))
            refuse(MOMENTREE_TEXT("friction-speed",
                                  "the 'speed' of friction, within about twice which it changes "
                                  "its sign, must not be negative; without one the joint sticks"));
        const bool falls = friction.breakaway > friction.kinetic;
        const bool atOnce = sticks(friction) && friction.stribeck == 0.0;
        if (falls ? !(friction.stribeck > 0.0) && !atOnce : friction.stribeck != 0.0)
            refuse(falls ? MOMENTREE_TEXT("friction-stribeck",
                                          "static friction above the kinetic one needs a "
                                          "'stribeck_speed' above zero, within which it falls")
                         : MOMENTREE_TEXT("friction-stribeck-unused",
                                          "'stribeck_speed' has no effect without static friction "
                                          "above the kinetic one"));
        return out;
    }
    Curve makeCurve(const CurveDescription& d) {
        Curve curve;
        curve.positions = valuesOf(d.positions);
        curve.values = valuesOf(d.values);
        if (curve.empty() && curve.values.empty()) return curve;
        bool ascending = true;
        for (std::size_t k = 1; k < curve.positions.size(); ++k)
            ascending &= curve.positions[k] > curve.positions[k - 1];
        if (curve.positions.size() < 2 || curve.positions.size() != curve.values.size() ||
            !ascending) {
            refuse(MOMENTREE_TEXT("curve-points",
                                  "a curve needs two or more ascending positions and as many "
                                  "values"));
            return {};
        }
        curve.prepare(d.linear);
        return curve;
    }
};

}  // namespace

namespace {

/// Beyond the values beside it, relative to the range of a table.
constexpr double tolerableOvershoot = 0.25;

/// A spline through values that change suddenly swings far beyond them.
void warnOfOvershoot(const Law& law, BuildContext& context, const Place& where, Line line) {
    const auto [least, most] = std::ranges::minmax(law.values);
    double farthest = 0.0, at = 0.0, value = 0.0;
    for (std::size_t k = 1; k < law.times.size(); ++k) {
        const auto [low, high] = std::minmax(law.values[k - 1], law.values[k]);
        for (int look = 1; look < 8; ++look) {
            const double t = law.times[k - 1] + look / 8.0 * (law.times[k] - law.times[k - 1]);
            const double f = law.at(t).f, beyond = std::max(low - f, f - high);
            if (beyond > farthest) farthest = beyond, at = t, value = f;
        }
    }
    if (farthest <= tolerableOvershoot * (most - least)) return;
    context.warnings.push_back(warning(
        where,
        MOMENTREE_TEXT("law-overshoot",
                       "the curve through the table reaches %1 at t = %2 s, between values from %3 "
                       "to %4; add points, or use \"interpolation\": \"linear\"")(
            numberText(value, 4), numberText(at, 4), numberText(least, 4), numberText(most, 4)),
        line));
}

}  // namespace

Law makeLaw(const LawDescription& given, BuildContext& context, const Place& where) {
    Law law;
    if (given.kind == "constant") {
        law.polynomial = {given.offset.value, given.rate.value};
    } else if (given.kind == "harmonic") {
        law.polynomial = {given.offset.value};
        law.amplitude = given.amplitude.value;
        law.frequency = given.frequency.value;
        law.phase = given.phase.value;
    } else if (given.kind == "polynomial") {
        law.polynomial = valuesOf(given.coefficients);
        if (law.polynomial.empty())
            context.refuse(where,
                           MOMENTREE_TEXT("law-polynomial-empty",
                                          "a polynomial needs at least one coefficient"),
                           given.line);
    } else if (given.kind == "table") {
        law.times = valuesOf(given.times);
        law.values = valuesOf(given.values);
        bool ascending = true;
        for (std::size_t k = 1; k < law.times.size(); ++k)
            ascending &= law.times[k] > law.times[k - 1];
        if (law.times.size() < 2 || law.times.size() != law.values.size() || !ascending) {
            context.refuse(
                where,
                MOMENTREE_TEXT("law-table",
                               "a table needs two or more ascending times and as many values"),
                given.line);
            return {};
        }
        law.prepare(given.linear);
        warnOfOvershoot(law, context, where, given.line);
    } else {
        context.refuse(
            where,
            MOMENTREE_TEXT(
                "law-unknown-kind",
                "unknown law '%1'; known are constant, harmonic, polynomial, table")(given.kind),
            given.line);
    }
    const Law::Value start = law.at(0.0);
    if (!std::isfinite(start.f) || !std::isfinite(start.df) || !std::isfinite(start.ddf)) {
        context.refuse(where, MOMENTREE_TEXT("law-not-finite", "the law must be finite"),
                       given.line);
    }
    return law;
}

void buildLoads(BuildContext& context) {
    std::set<std::string_view> names;
    for (const ForceDescription& given : context.description.forces) {
        if (!given.name.empty() && !names.insert(given.name).second)
            context.refuse(
                Place::force(given.name),
                MOMENTREE_TEXT("force-name-twice", "another force has this name; rename one"),
                given.line);
        std::visit(LoadWriter{context, given, Place::force(given.name)}, given.law);
    }
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/model/build_context.hpp"

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
            finite(d.preload, context, where, MOMENTREE_TEXT("the-preload", "the preload"))};
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
    void operator()(const AxialTorqueDescription& d) {
        axial(d.a, d.b, true, d.stiffness, d.damping, d.angle, d.law);
    }
    void operator()(const AxialForceDescription& d) {
        axial(d.a, d.b, false, d.stiffness, d.damping, d.length, d.law);
    }
    void operator()(const AppliedForceDescription& d) {
        AppliedLoad load{given.name, marker(d.at), {},
                         d.bodyAxes, d.torque,     makeLaw(d.law, context, where)};
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
            context.model.contactLoads.push_back({given.name, A, B, d.radius.value,
                                                  d.stiffness->value, d.damping.value,
                                                  d.friction.value, d.slip.value});
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
                                       .bound = d.radius.value,
                                       .side = -1,
                                       .restitution = d.restitution->value});
    }

private:
    void refuse(Message message) { context.refuse(where, std::move(message), given.line); }
    void axial(const MarkerReference& a, const MarkerReference& b, bool torque, const Scalar& k,
               const Scalar& c, const Scalar& x0, const LawDescription& law) {
        AxialLoad load{
            given.name,
            marker(a),
            marker(b),
            torque,
            finite(k, context, where, MOMENTREE_TEXT("the-stiffness", "the stiffness")),
            finite(c, context, where, MOMENTREE_TEXT("the-damping", "the damping")),
            finite(x0, context, where, MOMENTREE_TEXT("the-rest-position", "the rest position")),
            makeLaw(law, context, where)};
        context.model.axialLoads.push_back(load);
    }
};

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
        law.prepare();
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
    for (const ForceDescription& given : context.description.forces) {
        std::visit(LoadWriter{context, given, Place::force(given.name)}, given.law);
    }
}

namespace {

/// The term of a coupling that a probe refers to, -1 if there is none.
int coupledTerm(BuildContext& context, const ProbeDescription& probe, const Place& where) {
    const auto found = context.couplingByName.find(probe.joint);
    if (found == context.couplingByName.end()) {
        context.refuse(where,
                       MOMENTREE_TEXT("coupling-unknown", "there is no coupling '%1'")(probe.joint),
                       probe.line);
        return -1;
    }
    const CouplingElement& coupling =
        context.model.couplings[static_cast<std::size_t>(found->second)];
    const int terms = static_cast<int>(coupling.joints.size());
    if (probe.coordinate < 1 || probe.coordinate > terms) {
        context.refuse(
            where,
            MOMENTREE_TEXT("coupling-term-unknown", "coupling '%1' has the terms 1 to %2, not %3")(
                probe.joint, terms, probe.coordinate),
            probe.line);
        return -1;
    }
    const auto first = static_cast<std::size_t>(coupling.firstConstraint);
    if (first >= context.model.constraints.size()) return -1;  // the coupling is refused
    return context.model.constraints[first].term + probe.coordinate - 1;
}

}  // namespace

void buildProbes(BuildContext& context) {
    for (const ProbeDescription& given : context.description.probes) {
        const Place where = Place{Place::Kind::Probe, given.column};
        Probe probe;
        probe.what = given;
        if (!given.a.body.empty()) probe.A = context.marker(given.a, where, given.line);
        if (!given.b.body.empty()) probe.B = context.marker(given.b, where, given.line);
        if (given.quantity == "coupling_effort") {
            probe.term = coupledTerm(context, given, where);
        } else if (!given.joint.empty()) {
            const auto joint = context.jointByName.find(given.joint);
            const auto motion = context.motionByName.find(given.joint);
            if (joint != context.jointByName.end()) probe.joint = joint->second;
            if (motion != context.motionByName.end()) probe.motion = motion->second;
            if (probe.joint < 0 && probe.motion < 0) {
                context.refuse(where,
                               MOMENTREE_TEXT("joint-or-motion-unknown",
                                              "there is no joint or motion '%1'")(given.joint),
                               given.line);
            }
        }
        context.model.probes.push_back(std::move(probe));
    }
}

}  // namespace momentree

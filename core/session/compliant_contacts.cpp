// SPDX-License-Identifier: Apache-2.0
#include "core/session/compliant_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/index.hpp"
#include "core/model/sticking.hpp"

namespace momentree {
namespace {

constexpr double unknownRate = std::numeric_limits<double>::quiet_NaN();

/// The gap of a limit that is a load.
Stop gapOfLimit(const Model& model, const AxialLoad& load) {
    Stop stop{.name = load.name,
              .A = load.A,
              .B = load.B,
              .turns = load.torque,
              .bound = load.x0,
              .side = load.side};
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        if (model.joints[j].name == load.name) stop.joint = static_cast<int>(j);
    // Joints with limits turn about their axis, then slide along it.
    if (!load.torque) stop.coordinate = coordinateCount(model.joints[toIndex(stop.joint)].kind) - 1;
    return stop;
}

constexpr double leastShare = 1e-5;  ///< of a step, so that a run goes on whatever the numbers are

/// Of an end of a load along z of its marker, or about z through it.
double freeMobilityAt(const Model& model, const Marker& marker, bool turns) {
    if (marker.body == ground) return 0.0;
    const Body& body = model.bodies[toIndex(marker.body)];
    const Vector3d z = marker.frame.R.col(2);
    const double inertia = z.dot(body.J_C * z) + body.mass * z.cross(marker.frame.r).squaredNorm();
    return 1.0 / (turns ? inertia : body.mass);
}

double freeMobility(const Model& model, const Marker& A, const Marker& B, bool turns) {
    return freeMobilityAt(model, A, turns) + freeMobilityAt(model, B, turns);
}

}  // namespace

CompliantContacts::CompliantContacts(const Model& model) : model_(model) {
    using Kind = Contact::Kind;
    const auto add = [&](Kind kind, std::size_t load, Stop gap, double k, double c, double m) {
        all_.push_back({kind, static_cast<int>(load), std::move(gap), k, c, m});
    };
    for (std::size_t i = 0; i < model.axialLoads.size(); ++i)
        if (const AxialLoad& load = model.axialLoads[i]; load.side != 0)
            add(Kind::Limit, i, gapOfLimit(model, load), load.k, load.c,
                freeMobility(model, load.A, load.B, load.torque));
    for (std::size_t i = 0; i < model.contactLoads.size(); ++i) {
        const ContactLoad& load = model.contactLoads[i];
        const Stop gap{.name = load.name,
                       .A = load.A,
                       .B = load.B,
                       .spheres = load.spheres,
                       .bound = load.radius + (load.spheres ? load.radiusA : 0.0)};
        add(Kind::Sphere, i, gap, load.k, load.c, freeMobility(model, load.A, load.B, false));
    }
    for (std::size_t i = 0; i < model.elasticCouplings.size(); ++i) {
        const ElasticCoupling& load = model.elasticCouplings[i];
        if (load.backlash == 0.0) continue;
        double mobility = 0.0;
        for (const ElasticCoupling::Term& term : load.terms)
            mobility += term.ratio * term.ratio * freeMobility(model, term.A, term.B, term.turns);
        for (const int side : {-1, 1})
            add(Kind::Backlash, i, {.name = load.name, .A = {}, .B = {}, .side = side}, load.k,
                load.c, mobility);
    }
}

CompliantContacts::Depth CompliantContacts::depthOf(const Contact& contact,
                                                    const Sample& sample) const {
    Depth depth;
    if (contact.kind == Contact::Kind::Backlash) {
        const ElasticCoupling& load = model_.elasticCouplings[toIndex(contact.load)];
        double x = -load.offset, rate = 0.0;
        for (const ElasticCoupling::Term& term : load.terms) {
            const Sample::JointSample& joint = sample.joints[toIndex(term.joint)];
            x += term.ratio * joint.q[toIndex(term.coordinate)];
            rate += term.ratio * joint.u[toIndex(term.coordinate)];
        }
        depth.d = contact.gap.side * x - 0.5 * load.backlash;
        depth.rate = contact.gap.side * rate;
    } else {
        const Gap gap = gapOf(contact.gap, sample);
        depth.d = -gap.value;
        depth.rate = -gap.rate;
    }
    if (contact.kind == Contact::Kind::Sphere) {
        depth.push = 1.0 + 1.5 * contact.c * depth.rate;
        depth.pushRate = contact.c == 0.0 ? 0.0 : unknownRate;
    } else {
        depth.push = contact.k * depth.d + contact.c * depth.rate;
        depth.pushRate = contact.c == 0.0 ? contact.k * depth.rate : unknownRate;
    }
    return depth;
}

Gap CompliantContacts::test(std::size_t contact, const Sample& sample) const {
    const Depth depth = depthOf(all_[contact], sample);
    const Gap both =
        depth.d <= depth.push ? Gap{depth.d, depth.rate} : Gap{depth.push, depth.pushRate};
    return all_[contact].touches ? both : Gap{-both.value, -both.rate};
}

void CompliantContacts::begin(const Sample& sample) {
    for (std::size_t k = 0; k < all_.size(); ++k) {
        all_[k].touches = true;
        all_[k].touches = test(k, sample).value > 0.0;
    }
}

void CompliantContacts::writeTo(Model& model) const {
    for (std::size_t k = 0; k < model.elasticCouplings.size(); ++k) {
        const ElasticCoupling& given = model_.elasticCouplings[k];
        if (given.backlash == 0.0) continue;
        model.elasticCouplings[k].offset = given.offset;
        setApart(model.elasticCouplings[k], given.backlash);
    }
    for (const Contact& contact : all_) {
        const int side = contact.gap.side;
        if (contact.kind == Contact::Kind::Limit) {
            AxialLoad& load = model.axialLoads[toIndex(contact.load)];
            load.side = contact.touches ? 0 : sideApart(side);
        } else if (contact.kind == Contact::Kind::Backlash && contact.touches) {
            ElasticCoupling& load = model.elasticCouplings[toIndex(contact.load)];
            load.offset += side * 0.5 * model_.elasticCouplings[toIndex(contact.load)].backlash;
            load.backlash = 0.0;
        }
        // The force d^1.5 of a sphere ends so gently that what stages see beyond it is nothing.
    }
}

double CompliantContacts::longestPart(const Sample& sample, double step, bool shortens) const {
    double part = step;
    for (const Contact& contact : all_) {
        if (!contact.touches) continue;
        const double stiffness = contact.k * contact.mobility;
        if (!std::isfinite(stiffness)) continue;  // a point on its own axis
        if (contact.kind != Contact::Kind::Sphere) {
            part = std::min(part, 1.0 / std::sqrt(stiffness));  // a sixth of a period
            continue;
        }
        const Depth at = depthOf(contact, sample);
        const double rate = std::abs(at.rate), d = std::max(at.d, 0.0);  // below by rounding
        if (!shortens || !(rate > 0.0)) continue;
        // How long such a contact takes: of the deepest point and the speed by the energy.
        const double energy = 0.5 * rate * rate + 0.4 * stiffness * std::pow(d, 2.5);
        const double lasts = std::pow(2.5 * energy / stiffness, 0.4) / std::sqrt(2.0 * energy);
        const double since = d / rate;
        part = std::min(part, step * std::max(step / lasts, 2.0 * std::sqrt(since / lasts)));
    }
    return std::max(part, leastShare * step);
}

}  // namespace momentree

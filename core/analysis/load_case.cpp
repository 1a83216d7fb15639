// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/load_case.hpp"

#include <algorithm>
#include <cmath>

#include "core/dynamics/joint_friction.hpp"
#include "core/dynamics/loads.hpp"
#include "core/kinematics/constraints.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

/// Adds loads on one body, given in world axes.
class Collector {
public:
    Collector(const Model& model, const LoadInstant& instant, std::size_t body)
        : model_(model),
          instant_(instant),
          index_(static_cast<int>(body)),
          bodies_(kinematicsOf(instant.sample.bodies)),
          self_(bodies_[body]),
          of_(model.bodies[body]) {}

    void addJoints(std::vector<BodyLoad>& loads) const {
        for (std::size_t k = 0; k < model_.joints.size(); ++k) {
            const JointElement& joint = model_.joints[k];
            const Vec6<double>& reaction = instant_.sample.joints[k].reaction;
            const Vector3d B = markerKinematics<double>(joint.B, bodies_).r;
            for (const bool outboard : {true, false}) {
                const Marker& marker = outboard ? joint.B : joint.A;
                if (marker.body != index_) continue;
                const double sign = outboard ? 1.0 : -1.0;
                const Vector3d force = sign * reaction.head<3>();
                const Vector3d moment = sign * reaction.tail<3>() + (B - self_.r).cross(force);
                loads.push_back(at(marker, BodyLoad::Kind::Joint, joint.name, force, moment));
            }
        }
    }
    /// One by one, from a model with only this load.
    void addForces(std::vector<BodyLoad>& loads) const {
        Model one = model_;
        one.gravity.setZero();
        // Angles and states that laws and controllers read follow those of axial loads.
        const auto rest = std::span(instant_.angles).subspan(model_.axialLoads.size());
        std::vector<double> ofOne{0.0};
        ofOne.insert(ofOne.end(), rest.begin(), rest.end());
        const auto clear = [&] {
            one.springs.clear();
            one.axialLoads.clear();
            one.appliedLoads.clear();
            one.drags.clear();
            one.contactLoads.clear();
            one.bushings.clear();
            one.elasticCouplings.clear();
        };
        const auto add = [&](const std::string& name, const Marker& A, const Marker& B,
                             std::span<const double> angles) {
            if (A.body != index_ && B.body != index_) return;
            std::vector<Vec6<double>> Q(bodies_.size());
            evaluateLoads<double>(one, instant_.sample.time, bodies_, angles, Q);
            addFriction(one, bodies_, instant_.sample, Q);
            const Vec6<double>& wrench = Q[toIndex(index_)];
            loads.push_back(at(B.body == index_ ? B : A, BodyLoad::Kind::Force, name,
                               wrench.head<3>(), wrench.tail<3>()));
        };
        for (const SpringDamper& spring : model_.springs) {
            clear();
            one.springs = {spring};
            add(spring.name, spring.A, spring.B, {});
        }
        for (std::size_t k = 0; k < model_.axialLoads.size(); ++k) {
            clear();
            one.axialLoads = {model_.axialLoads[k]};
            const AxialLoad& load = model_.axialLoads[k];
            ofOne[0] = instant_.angles[k];
            add(load.name, load.A, load.B, ofOne);
        }
        for (const AppliedLoad& load : model_.appliedLoads) {
            clear();
            one.appliedLoads = {load};
            add(load.name, load.at, load.at, rest);
        }
        for (const ContactLoad& load : model_.contactLoads) {
            clear();
            one.contactLoads = {load};
            add(load.name, load.A, load.B, {});
        }
        for (const Bushing& bushing : model_.bushings) {
            clear();
            one.bushings = {bushing};
            add(bushing.name, bushing.A, bushing.B, {});
        }
        for (const ElasticCoupling& coupling : model_.elasticCouplings) {
            clear();
            one.elasticCouplings = {coupling};
            std::vector<Vec6<double>> Q(bodies_.size());
            evaluateLoads<double>(one, instant_.sample.time, bodies_, rest, Q);
            const auto touches = [this](const ElasticCoupling::Term& term) {
                return term.A.body == index_ || term.B.body == index_;
            };
            const Vec6<double>& wrench = Q[toIndex(index_)];
            if (std::ranges::any_of(coupling.terms, touches))
                loads.push_back(atCentre(BodyLoad::Kind::Coupling, coupling.name, wrench.head<3>(),
                                         wrench.tail<3>()));
        }
        for (const Drag& drag : model_.drags) {
            clear();
            one.drags = {drag};
            Marker centre;
            centre.body = drag.body;
            add(drag.name, centre, centre, {});
        }
    }
    /// Of couplings, and of motions between markers without a joint.
    void addOtherConstraints(std::vector<BodyLoad>& loads) const {
        std::vector<ConstraintTerms<double>> terms(model_.constraints.size());
        evaluateAll<double>(model_, instant_.sample.time, bodies_, {}, terms);
        for (std::size_t k = 0; k < model_.constraints.size(); ++k) {
            const Constraint& c = model_.constraints[k];
            const bool coupled = c.coupling >= 0;
            if (reactingJoint(model_, c) >= 0 || (!coupled && c.motion < 0)) continue;
            if (c.bodyA != index_ && c.bodyB != index_) continue;
            const double effort = coupled
                                      ? instant_.sample.couplingEfforts[toIndex(c.term)] / c.ratio
                                      : instant_.sample.motionEfforts[toIndex(c.motion)];
            const Vec6<double> wrench =
                effort * (c.bodyA == index_ ? terms[k].J_a : terms[k].J_b).row(0).transpose();
            loads.push_back(atCentre(coupled ? BodyLoad::Kind::Coupling : BodyLoad::Kind::Motion,
                                     coupled ? model_.couplings[toIndex(c.coupling)].name
                                             : model_.motions[toIndex(c.motion)].name,
                                     wrench.head<3>(), wrench.tail<3>()));
        }
    }
    BodyLoad atCentre(BodyLoad::Kind kind, const std::string& name, const Vector3d& force,
                      const Vector3d& moment) const {
        return {kind, name, {}, -of_.origin, inBody(force), inBody(moment)};
    }
    Vector3d inBody(const Vector3d& world) const { return self_.R.transpose() * world; }

private:
    /// @param moment about the centre of mass
    BodyLoad at(const Marker& marker, BodyLoad::Kind kind, const std::string& name,
                const Vector3d& force, const Vector3d& moment) const {
        const Vector3d f = inBody(force);
        return {kind,        name,
                marker.name, marker.frame.r - of_.origin,
                f,           inBody(moment) - marker.frame.r.cross(f)};
    }

    const Model& model_;
    const LoadInstant& instant_;
    int index_;
    std::vector<BodyKinematics<double>> bodies_;
    const BodyKinematics<double>& self_;
    const Body& of_;
};

}  // namespace

LoadCase loadCaseOf(const Model& model, const LoadInstant& instant, std::size_t index) {
    const Collector collect(model, instant, index);
    const Body& body = model.bodies[index];
    const Vec6<double>& a = instant.sample.accelerations[index];
    LoadCase found;
    found.body = body.name;
    found.time = instant.sample.time;
    found.mass = body.mass;
    found.com = -body.origin;
    found.gravity = collect.inBody(model.gravity);
    found.acceleration = collect.inBody(a.head<3>());
    found.w = collect.inBody(instant.sample.bodies[index].w);
    found.dw = collect.inBody(a.tail<3>());
    collect.addJoints(found.loads);
    collect.addForces(found.loads);
    collect.addOtherConstraints(found.loads);
    found.eulerMoment = -(body.J_C * found.dw);
    const Vector3d momentum = body.J_C * found.w;
    found.loads.push_back({BodyLoad::Kind::Weight, {}, {}, found.com, body.mass * found.gravity});
    found.loads.push_back({BodyLoad::Kind::Inertia,
                           {},
                           {},
                           found.com,
                           -body.mass * found.acceleration,
                           found.eulerMoment - found.w.cross(momentum)});
    if (body.mass > 0.0)
        found.size = std::sqrt(std::max(0.0, body.J_C.diagonal().maxCoeff()) / body.mass);
    for (const BodyLoad& load : found.loads) {
        found.size = std::max(found.size, (load.point - found.com).norm());
        const Vector3d moment = load.moment + (load.point - found.com).cross(load.force);
        found.forceLeft += load.force;
        found.momentLeft += moment;
        found.largestForce = std::max(found.largestForce, load.force.norm());
        found.largestMoment = std::max(found.largestMoment, moment.norm());
    }
    return found;
}

const LoadInstant* worstInstantOf(const Model& model, const WorstLoads& found, std::size_t body) {
    const LoadInstant* worst = nullptr;
    double largest = -1.0;
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const JointElement& joint = model.joints[j];
        if (toIndex(joint.A.body) != body && toIndex(joint.B.body) != body) continue;
        if (found.joints[j].force.value <= largest) continue;
        largest = found.joints[j].force.value;
        worst = &found.joints[j].atForce;
    }
    return worst;
}

}  // namespace momentree

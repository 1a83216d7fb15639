// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/constraints_impl.hpp"
#include "core/model/screws.hpp"

namespace momentree {

Law::Value motionOf(const Model& model, const Constraint& constraint, double t,
                    CoupledAngles coupled) {
    if (constraint.turns && !coupled.empty())
        return {.f = coupled[static_cast<std::size_t>(constraint.term)]};
    if (constraint.motion < 0) return {};
    return model.motions[static_cast<std::size_t>(constraint.motion)].law.at(t);
}

int reactingJoint(const Model& model, const Constraint& constraint) {
    if (constraint.coupling >= 0) return screwOf(model, constraint.coupling);
    if (constraint.motion < 0) return constraint.joint;
    return model.motions[static_cast<std::size_t>(constraint.motion)].joint;
}

FlattestDisc flattestDisc(const Model& model, std::span<const BodyKinematics<double>> bodies) {
    FlattestDisc found;
    for (const Constraint& c : model.constraints) {
        if (c.kind != Constraint::Kind::Touch || c.length == 0.0) continue;
        const Vector3d n = at(bodies, c.bodyB).R.transpose() * (at(bodies, c.bodyA).R * c.n_a);
        const double sine = std::sqrt(n.dot(c.squares * n)) / c.length;
        if (!(sine >= found.sine)) found = {c.joint, sine};
    }
    return found;
}

double radiusOfGyration(const Model& model) {
    double inertia = 0.0, mass = 0.0;
    for (const Body& body : model.bodies) {
        inertia += body.J_C.trace() / 3.0;
        mass += body.mass;
    }
    return std::sqrt(inertia / mass);
}

template void evaluate(const Constraint&, const Law::Value&, const BodyKinematics<double>&,
                       const BodyKinematics<double>&, ConstraintTerms<double>&, Needed);
template void evaluate(const Constraint&, const Law::Value&, const BodyKinematics<float>&,
                       const BodyKinematics<float>&, ConstraintTerms<float>&, Needed);

}  // namespace momentree

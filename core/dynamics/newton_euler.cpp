// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/newton_euler_terms.hpp"
#include "core/dynamics/observer.hpp"
#include "core/math/quad.hpp"

namespace momentree {

template <typename S>
NewtonEuler<S>::NewtonEuler(const Model& model)
    : terms(model.constraints.size()),
      Phi(model.constraintRows),
      PhiDot(model.constraintRows),
      Q(model.bodies.size()),
      acceleration(model.bodies.size()),
      sigma(model.constraintRows),
      friction(model),
      model_(model),
      motion_(model),
      b_(model.bodies.size()),
      c_(model.constraintRows) {
    sigma.setZero();
}

template <typename S>
void NewtonEuler<S>::evaluate(double t, std::span<const BodyKinematics<S>> bodies,
                              std::span<const double> angles, double beta, CoupledAngles coupled,
                              PhaseClock* clock) {
    evaluateRows<S>(model_, t, bodies, coupled, terms, Phi, PhiDot, c_);
    if (clock != nullptr) clock->lap(Phase::Kinematics);
    evaluateLoads<S>(model_, t, bodies, angles, Q);
    subtractGyroscopic<S>(model_, bodies, Q, b_);
    const S stabilise = static_cast<S>(beta);
    c_ -= S(2) * stabilise * PhiDot + stabilise * stabilise * Phi;
    if (clock != nullptr) clock->lap(Phase::Initialise);
    motion_.factorise(bodies, terms);
    if (clock != nullptr) clock->lap(Phase::Assembly);
    motion_.solve(b_, c_, acceleration, sigma);
    if (!friction.empty()) {
        friction.apply(bodies, terms, motion_, acceleration, sigma);
        for (std::size_t i = 0; i < Q.size(); ++i) {
            Q[i] += friction.wrenches()[i];
            b_[i] += friction.wrenches()[i];
        }
    }
    if (clock != nullptr) clock->lap(Phase::Disassembly);
}

template <typename S>
double NewtonEuler<S>::accelerationResidual(std::span<const Vec6<S>> accelerations) const {
    double square = 0.0;
    const Vec6<S> rest = Vec6<S>::Zero();
    typename ConstraintTerms<S>::Column residual;
    for (std::size_t k = 0; k < terms.size(); ++k) {
        const Constraint& c = model_.constraints[k];
        const Vec6<S>& a =
            c.bodyA == ground ? rest : accelerations[static_cast<std::size_t>(c.bodyA)];
        const Vec6<S>& b =
            c.bodyB == ground ? rest : accelerations[static_cast<std::size_t>(c.bodyB)];
        const typename ConstraintTerms<S>::Column own =
            terms[k].J_a * a + terms[k].J_b * b - terms[k].gamma;
        c.adds ? residual += own : residual = own;
        const bool goesOn = k + 1 < terms.size() && model_.constraints[k + 1].adds;
        if (!goesOn) square += static_cast<double>(residual.squaredNorm());
    }
    return std::sqrt(square);
}

template class NewtonEuler<double>;
template class NewtonEuler<float>;
template class NewtonEuler<Quad>;

}  // namespace momentree

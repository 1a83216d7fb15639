// SPDX-License-Identifier: Apache-2.0
#include "support/reference.hpp"

#include "core/math/decompositions.hpp"
#include "support/mechanics.hpp"

namespace momentree::test {

namespace {

JetVector jets(const VectorXd& values) { return values.cast<Jet>(); }

JetVector jets(const VectorXd& values, const VectorXd& direction, Infinitesimal along) {
    JetVector x(values.size());
    for (Eigen::Index k = 0; k < x.size(); ++k) {
        x[k] = values[k];
        x[k].c[along] = direction[k];
    }
    return x;
}

Configuration configurationAt(const Model& model, const JointState& s) {
    return configurationOf(model, jets(s.q), jets(s.u), s.t);
}

/// With derivatives along `Seed` with respect to u[k].
Configuration alongSpeed(const Model& model, const JointState& s, int k) {
    return configurationOf(model, jets(s.q), jets(s.u, VectorXd::Unit(model.tree.nu, k), Seed),
                           s.t);
}

/// With derivatives along `Seed` in the direction of motion of u[k].
Configuration alongDirection(const Model& model, const JointState& s, int k) {
    const VectorXd direction =
        valuesOf(coordinateRates(model.tree, jets(s.q), jets(VectorXd::Unit(model.tree.nu, k))));
    return configurationOf(model, jets(s.q, direction, Seed), jets(s.u), s.t);
}

/// With derivatives along `Flow`: the motion with joint accelerations udot.
Configuration alongFlow(const Model& model, const JointState& s, const VectorXd& udot) {
    return configurationOf(model, jets(s.q, coordinateRates(model, s), Flow), jets(s.u, udot, Flow),
                           Jet(s.t) + infinitesimal(Flow));
}

/// Rates of the closing constraints.
JetVector closureRatesOf(const Model& model, const Configuration& at) {
    JetVector rates = closures(model, at);
    for (Jet& rate : rates) rate = rate.derivative(Motion);
    return rates;
}

/// p x w of spherical joints; [p_v x w; p_w x w + p_v x v] of free joints.
void addHamelTerms(const Tree& tree, const VectorXd& u, const VectorXd& p, VectorXd& pdot) {
    for (const TreeBody& body : tree.bodies) {
        const int k = body.firstU;
        if (std::holds_alternative<Spherical>(body.joint)) {
            const Vector3d w = u.segment<3>(k), pw = p.segment<3>(k);
            pdot.segment<3>(k) += pw.cross(w);
        } else if (std::holds_alternative<Free>(body.joint)) {
            const Vector3d v = u.segment<3>(k), w = u.segment<3>(k + 3);
            const Vector3d pv = p.segment<3>(k), pw = p.segment<3>(k + 3);
            pdot.segment<3>(k) += pv.cross(w);
            pdot.segment<3>(k + 3) += pw.cross(w) + pv.cross(v);
        }
    }
}

/// d(dT/du)/dt along the motion with fixed u.
VectorXd momentumFlow(const Model& model, const JointState& s) {
    const JetVector q = jets(s.q, coordinateRates(model, s), Flow);
    VectorXd flow(model.tree.nu);
    for (int k = 0; k < model.tree.nu; ++k) {
        const JetVector u = jets(s.u, VectorXd::Unit(model.tree.nu, k), Seed);
        const Configuration at = configurationOf(model, q, u, Jet(s.t) + infinitesimal(Flow));
        flow[k] = kineticEnergy(model, at).c[Seed | Flow];
    }
    return flow;
}

/// Least-norm solution of [[M, J^T], [J, 0]] [x; y] = [a; b].
std::pair<VectorXd, VectorXd> solveSaddle(const MatrixXd& M, const MatrixXd& J, const VectorXd& a,
                                          const VectorXd& b) {
    const Eigen::Index n = M.rows(), m = J.rows();
    if (n + m == 0) return {a, b};
    MatrixXd K = MatrixXd::Zero(n + m, n + m);
    K.topLeftCorner(n, n) = M;
    K.topRightCorner(n, m) = J.transpose();
    K.bottomLeftCorner(m, n) = J;
    VectorXd rhs(n + m);
    rhs << a, b;
    VectorXd x = leastSquares(K, rhs, 1e-11);
    x += leastSquares(K, rhs - K * x, 1e-11);
    return {x.head(n), x.tail(m)};
}

}  // namespace

VectorXd coordinateRates(const Model& model, const JointState& s) {
    return valuesOf(coordinateRates(model.tree, jets(s.q), jets(s.u)));
}

VectorXd kineticMomenta(const Model& model, const JointState& s) {
    VectorXd p(model.tree.nu);
    for (int k = 0; k < model.tree.nu; ++k)
        p[k] = kineticEnergy(model, alongSpeed(model, s, k)).c[Seed];
    return p;
}

MatrixXd massMatrix(const Model& model, const JointState& s) {
    const int nu = model.tree.nu;
    const Eigen::Index n = static_cast<Eigen::Index>(model.bodies.size());
    MatrixXd V(6 * n, nu), MV(6 * n, nu);
    for (int k = 0; k < nu; ++k) {
        const Configuration at = alongSpeed(model, s, k);
        for (Eigen::Index i = 0; i < n; ++i) {
            const Moving& b = at.bodies[static_cast<std::size_t>(i)];
            const Body& body = model.bodies[static_cast<std::size_t>(i)];
            Matrix3d R;
            for (int r = 0; r < 9; ++r) R(r) = b.R(r).value();
            const Vector3d v = derivativesOf(b.v, Seed), w = derivativesOf(b.w, Seed);
            V.block<6, 1>(6 * i, k) << v, w;
            MV.block<6, 1>(6 * i, k) << body.mass * v, R * (body.J_C * (R.transpose() * w));
        }
    }
    return V.transpose() * MV;
}

MatrixXd closureJacobian(const Model& model, const JointState& s) {
    MatrixXd J(model.tree.closureRows, model.tree.nu);
    for (int k = 0; k < model.tree.nu; ++k)
        J.col(k) = derivativesOf(closureRatesOf(model, alongSpeed(model, s, k)), Seed);
    return J;
}

VectorXd closureResiduals(const Model& model, const JointState& s) {
    return valuesOf(closures(model, configurationAt(model, s)));
}

VectorXd closureRates(const Model& model, const JointState& s) {
    return derivativesOf(closures(model, configurationAt(model, s)), Motion);
}

VectorXd consistentSpeeds(const Model& model, const JointState& s) {
    const MatrixXd J = closureJacobian(model, s);
    if (J.rows() == 0) return s.u;
    JointState closed = s;
    for (int k = 0; k < 2; ++k) closed.u -= leastSquares(J, closureRates(model, closed), 1e-11);
    return closed.u;
}

CanonicalSolution solveCanonical(const Model& model, const JointState& s, const VectorXd& p) {
    JointState rest = s;
    rest.u.setZero();
    const auto [u, sigma] =
        solveSaddle(massMatrix(model, s), closureJacobian(model, s),
                    p - kineticMomenta(model, rest), -closureRates(model, rest));
    return {u, sigma};
}

VectorXd momentumRates(const Model& model, const JointState& s, const VectorXd& sigma) {
    const int nu = model.tree.nu;
    const std::vector<double> forces = loadMagnitudes(model, configurationAt(model, s));
    VectorXd p(nu), pdot(nu);
    for (int k = 0; k < nu; ++k) {
        const Configuration speed = alongSpeed(model, s, k);
        const Configuration direction = alongDirection(model, s, k);
        p[k] = kineticEnergy(model, speed).c[Seed];
        pdot[k] = kineticEnergy(model, direction).c[Seed];
        if (sigma.size() > 0) {
            p[k] += sigma.dot(derivativesOf(closureRatesOf(model, speed), Seed));
            pdot[k] += sigma.dot(derivativesOf(closureRatesOf(model, direction), Seed));
        }
        const std::vector<Jet> rates = loadRates(model, speed);
        for (std::size_t j = 0; j < rates.size(); ++j) pdot[k] += forces[j] * rates[j].c[Seed];
    }
    addHamelTerms(model.tree, s.u, p, pdot);
    return pdot;
}

Accelerations accelerations(const Model& model, const JointState& s) {
    const VectorXd zero = VectorXd::Zero(model.tree.nu);
    const VectorXd bias = derivativesOf(closureRatesOf(model, alongFlow(model, s, zero)), Flow);
    const auto [udot, lambda] =
        solveSaddle(massMatrix(model, s), closureJacobian(model, s),
                    momentumRates(model, s) - momentumFlow(model, s), -bias);
    return {udot, bodyAccelerations(model, s, udot), lambda};
}

std::vector<Vec6<double>> bodyAccelerations(const Model& model, const JointState& s,
                                            const VectorXd& udot) {
    std::vector<Vec6<double>> result;
    for (const Moving& body : alongFlow(model, s, udot).bodies) {
        Vec6<double> a;
        a << derivativesOf(body.v, Flow), derivativesOf(body.w, Flow);
        result.push_back(a);
    }
    return result;
}

InitialState bodyStates(const Model& model, const JointState& s) {
    InitialState state;
    for (const Moving& b : configurationAt(model, s).bodies) {
        Matrix3d R;
        for (int k = 0; k < 9; ++k) R(k) = b.R(k).value();
        state.bodies.push_back(
            {valuesOf(b.r), quaternionOf<double>(R), valuesOf(b.v), valuesOf(b.w)});
    }
    return state;
}

Energies energies(const Model& model, const JointState& s) {
    const Configuration at = configurationAt(model, s);
    return {kineticEnergy(model, at).value(), potentialEnergy(model, at)};
}

JointState rungeKuttaStep(const Model& model, const JointState& s, double h) {
    const auto at = [&](double c, const JointState& slope) {
        return JointState{s.q + c * slope.q, s.u + c * slope.u, s.t + c};
    };
    const auto slopeOf = [&](const JointState& x) {
        return JointState{coordinateRates(model, x), accelerations(model, x).udot, 1.0};
    };
    const JointState k1 = slopeOf(s), k2 = slopeOf(at(h / 2, k1)), k3 = slopeOf(at(h / 2, k2)),
                     k4 = slopeOf(at(h, k3));
    JointState next{s.q + h / 6 * (k1.q + 2 * k2.q + 2 * k3.q + k4.q),
                    s.u + h / 6 * (k1.u + 2 * k2.u + 2 * k3.u + k4.u), s.t + h};
    for (const TreeBody& body : model.tree.bodies) {
        if (std::holds_alternative<Spherical>(body.joint))
            next.q.segment<4>(body.firstQ).normalize();
        if (std::holds_alternative<Free>(body.joint))
            next.q.segment<4>(body.firstQ + 3).normalize();
    }
    return next;
}

}  // namespace momentree::test

// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/stops.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/index.hpp"

namespace momentree {
namespace {

constexpr int mostSweeps = 100000;
constexpr double converged = 1e-15;   ///< relative to the largest impulse
constexpr double noResponse = 1e-12;  ///< relative to that of the bodies without constraints

BodyKinematics<double> bodyOf(const Sample& sample, int body) {
    return body == ground ? BodyKinematics<double>{} : kinematicsOf(sample.bodies[toIndex(body)]);
}

/// Impulses with 0 <= pi perp u + S pi + E u >= 0, by projected Gauss-Seidel; u + S pi = 0 for
/// those that are held.
Eigen::VectorXd impulsesOf(const Eigen::MatrixXd& S, const Eigen::VectorXd& u,
                           std::span<const ImpactSolver::Contact> contacts) {
    Eigen::VectorXd pi = Eigen::VectorXd::Zero(u.size());
    for (int sweep = 0; sweep < mostSweeps; ++sweep) {
        double change = 0.0;
        for (Eigen::Index i = 0; i < u.size(); ++i) {
            const ImpactSolver::Contact& contact = contacts[static_cast<std::size_t>(i)];
            if (contact.blocked) continue;
            const double w = S.row(i).dot(pi) + (1.0 + contact.restitution) * u[i];
            const double least = contact.held ? -std::numeric_limits<double>::infinity() : 0.0;
            const double next = std::max(pi[i] - w / S(i, i), least);
            change = std::max(change, std::abs(next - pi[i]));
            pi[i] = next;
        }
        if (change <= converged * pi.lpNorm<Eigen::Infinity>()) break;
    }
    return pi;
}

}  // namespace

Gap gapOf(const Stop& stop, const Sample& sample) {
    double x = 0.0, rate = 0.0;
    if (stop.turns) {
        const Sample::JointSample& joint = sample.joints[toIndex(stop.joint)];
        x = joint.q[toIndex(stop.coordinate)];
        rate = joint.u[toIndex(stop.coordinate)];
    } else {
        const BodyKinematics<double> a = bodyOf(sample, stop.A.body),
                                     b = bodyOf(sample, stop.B.body);
        const Vector3d armA = a.R * stop.A.frame.r, armB = b.R * stop.B.frame.r;
        const Vector3d d = b.r + armB - a.r - armA;
        const Vector3d rates = b.v + b.w.cross(armB) - a.v - a.w.cross(armA);
        if (stop.spheres) {
            x = d.norm();
            rate = x > 0.0 ? d.dot(rates) / x : 0.0;
        } else {
            const Vector3d z = a.R * stop.A.frame.R.col(2);
            x = z.dot(d);
            rate = z.dot(rates) + a.w.cross(z).dot(d);
        }
    }
    return stop.side < 0 ? Gap{x - stop.bound, rate} : Gap{stop.bound - x, -rate};
}

ImpactSolver::ImpactSolver(const Model& model)
    : model_(model),
      motion_(model),
      terms_(model.constraints.size()),
      motionWorks_(model.motions.size(), 0.0) {}

double ImpactSolver::along(const Stop& stop, const Response& n, const Response& m) const {
    double sum = 0.0;
    if (stop.A.body != ground) sum += n.onA.dot(m.velocities[toIndex(stop.A.body)]);
    if (stop.B.body != ground) sum += n.onB.dot(m.velocities[toIndex(stop.B.body)]);
    return sum;
}

void ImpactSolver::respond(const Stop& stop, std::span<const BodyKinematics<double>> bodies,
                           Response& out) {
    const MarkerKinematics<double> A = markerKinematics(stop.A, bodies);
    const MarkerKinematics<double> B = markerKinematics(stop.B, bodies);
    const Vector3d along = stop.spheres ? Vector3d((B.r - A.r).normalized()) : A.R.col(2).eval();
    const Vector3d z = stop.side < 0 ? along : Vector3d(-along);
    const Vector3d none = Vector3d::Zero();
    if (stop.turns) {
        out.onA << none, -z;
        out.onB << none, z;
    } else {
        out.onA << -z, -(A.arm + B.r - A.r).cross(z);
        out.onB << z, B.arm.cross(z);
    }
    out.free = 0.0;
    for (const auto& [body, wrench] : {std::pair(stop.A.body, out.onA), {stop.B.body, out.onB}}) {
        if (body == ground) continue;
        const Body& of = model_.bodies[toIndex(body)];
        const Vector3d turn = bodies[toIndex(body)].R.transpose() * wrench.tail<3>();
        out.free += wrench.head<3>().squaredNorm() / of.mass + turn.dot(of.J_C.ldlt().solve(turn));
    }
    std::vector<Vec6<double>> wrenches(bodies.size(), Vec6<double>::Zero());
    if (stop.A.body != ground) wrenches[toIndex(stop.A.body)] += out.onA;
    if (stop.B.body != ground) wrenches[toIndex(stop.B.body)] += out.onB;
    out.velocities.assign(bodies.size(), Vec6<double>::Zero());
    const Eigen::VectorXd rest = Eigen::VectorXd::Zero(model_.constraintRows);
    Eigen::VectorXd sigma = rest;
    motion_.solve(wrenches, rest, out.velocities, sigma);
    out.driven.assign(model_.motions.size(), 0.0);
    for (std::size_t k = 0; k < terms_.size(); ++k) {
        const Constraint& c = model_.constraints[k];
        if (c.motion >= 0)
            out.driven[toIndex(c.motion)] -=
                sigma.segment(c.firstRow, c.rows()).dot(terms_[k].Phi_t);
    }
}

void ImpactSolver::factorise(double t, std::span<const BodyKinematics<double>> bodies) {
    evaluateAll<double>(model_, t, bodies, {}, terms_);
    motion_.factorise(bodies, terms_);
}

Eigen::MatrixXd ImpactSolver::mobilities(double t, std::span<const BodyState> bodies,
                                         std::span<const Stop> stops) {
    const std::vector<BodyKinematics<double>> poses = kinematicsOf(bodies);
    factorise(t, poses);
    std::vector<Response> responses(stops.size());
    for (std::size_t k = 0; k < stops.size(); ++k) respond(stops[k], poses, responses[k]);
    const auto moves = [&](std::size_t k) {
        return along(stops[k], responses[k], responses[k]) > noResponse * responses[k].free;
    };
    const auto count = static_cast<Eigen::Index>(stops.size());
    Eigen::MatrixXd S = Eigen::MatrixXd::Zero(count, count);
    for (std::size_t i = 0; i < stops.size(); ++i)
        for (std::size_t j = 0; j < stops.size() && moves(i); ++j)
            if (moves(j))
                S(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                    along(stops[i], responses[i], responses[j]);
    return S;
}

double ImpactSolver::solve(double t, std::span<BodyState> bodies, std::span<Contact> contacts) {
    const std::vector<BodyKinematics<double>> poses = kinematicsOf(bodies);
    const std::span<const BodyKinematics<double>> at(poses);
    factorise(t, at);
    const auto count = static_cast<Eigen::Index>(contacts.size());
    std::vector<Response> responses(contacts.size());
    Eigen::MatrixXd S(count, count);
    Eigen::VectorXd before(count);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        respond(model_.stops[toIndex(contacts[k].stop)], at, responses[k]);
        before[static_cast<Eigen::Index>(k)] = contacts[k].before;
    }
    for (std::size_t i = 0; i < contacts.size(); ++i)
        for (std::size_t j = 0; j < contacts.size(); ++j)
            S(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                along(model_.stops[toIndex(contacts[i].stop)], responses[i], responses[j]);
    for (std::size_t k = 0; k < contacts.size(); ++k)
        contacts[k].blocked = !(S(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k)) >
                                noResponse * responses[k].free);
    const Eigen::VectorXd pi = impulsesOf(S, before, contacts);
    const Eigen::VectorXd after = before + S * pi;
    double work = 0.0;
    std::ranges::fill(motionWorks_, 0.0);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const auto row = static_cast<Eigen::Index>(k);
        contacts[k].after = after[row];
        contacts[k].work = 0.5 * (1.0 - contacts[k].restitution) * pi[row] * before[row];
        work += contacts[k].work;
        for (std::size_t m = 0; m < motionWorks_.size(); ++m) {
            motionWorks_[m] += pi[row] * responses[k].driven[m];
            work += pi[row] * responses[k].driven[m];
        }
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            bodies[i].v += pi[row] * responses[k].velocities[i].head<3>();
            bodies[i].w += pi[row] * responses[k].velocities[i].tail<3>();
        }
    }
    return work;
}

}  // namespace momentree

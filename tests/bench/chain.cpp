// SPDX-License-Identifier: Apache-2.0
#include "bench/chain.hpp"

#include <Eigen/Dense>
#include <random>
#include <vector>

namespace momentree::bench {
namespace {

using Real = long double;
using V3 = Eigen::Matrix<Real, 3, 1>;
using M3 = Eigen::Matrix<Real, 3, 3>;
using V6 = Eigen::Matrix<Real, 6, 1>;
using M6 = Eigen::Matrix<Real, 6, 6>;
using Subspace = Eigen::Matrix<Real, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 3>;
using Small = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 3, 3>;
using SmallVector = Eigen::Matrix<Real, Eigen::Dynamic, 1, Eigen::ColMajor, 3, 1>;

M3 skew(const V3& a) {
    M3 m;
    m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
    return m;
}

/// One link in world axes; O is the origin of its joint.
struct Link {
    M3 R = M3::Identity();
    V3 O = V3::Zero(), v = V3::Zero(), w = V3::Zero();
    V3 s = V3::Zero();  ///< O to the centre of mass
    V3 toNext = V3::Zero();
    M3 J = M3::Zero();
    Subspace H;
};

M3 rotation(const Chain& chain, const Eigen::VectorXd& q, int i) {
    if (chain.joint == ChainJoint::Revolute)
        return Eigen::AngleAxis<Real>(Real(q[i]), linkAxis(i).cast<Real>()).toRotationMatrix();
    const auto e = q.segment<4>(4 * i);
    return Eigen::Quaternion<Real>(e[0], e[1], e[2], e[3]).normalized().toRotationMatrix();
}

std::vector<Link> kinematics(const Chain& chain, const ChainState& state) {
    std::vector<Link> links(static_cast<std::size_t>(chain.links));
    Link before;
    const int nu = chain.speeds();
    for (int i = 0; i < chain.links; ++i) {
        Link& link = links[static_cast<std::size_t>(i)];
        link.R = before.R * rotation(chain, state.q, i);
        link.O = before.O + before.toNext;
        link.v = before.v + before.w.cross(before.toNext);
        link.H = Subspace::Zero(6, nu);
        if (nu == 1)
            link.H.bottomRows<3>() = link.R * linkAxis(i).cast<Real>();
        else
            link.H.bottomRows<3>() = link.R;
        link.w = before.w + link.H.bottomRows<3>() * state.u.segment(nu * i, nu).cast<Real>();
        link.s = link.R * V3(0.5L, 0, 0);
        link.toNext = link.R * V3(1, 0, 0);
        link.J = link.R * linkInertia().cast<Real>().asDiagonal() * link.R.transpose();
        before = link;
    }
    return links;
}

/// p = H^T [P; L] with the momenta of all outboard links about O, and its derivative: O moves, so
/// Ldot = N - v x P, and H rotates with w (or with the inboard link's w, which has the same effect
/// on the axis).
void momenta(const std::vector<Link>& links, ChainMotion& motion) {
    V3 P = V3::Zero(), L = V3::Zero(), F = V3::Zero(), N = V3::Zero(), next = V3::Zero();
    const Eigen::Index nu = links.front().H.cols();
    for (std::size_t i = links.size(); i-- > 0;) {
        const Link& link = links[i];
        const V3 d = next - link.O;
        L += d.cross(P);
        N += d.cross(F);
        const V3 p = link.v + link.w.cross(link.s), f(0, -Real(gravity), 0);
        P += p;
        L += link.s.cross(p) + link.J * link.w;
        F += f;
        N += link.s.cross(f);
        next = link.O;
        const auto axes = link.H.bottomRows<3>();
        const Eigen::Index at = nu * static_cast<Eigen::Index>(i);
        motion.p.segment(at, nu) = (axes.transpose() * L).cast<double>();
        motion.pdot.segment(at, nu) =
            (axes.transpose() * (N - link.v.cross(P) - link.w.cross(L))).cast<double>();
    }
}

/// Inertia and bias about O of a link with all its outboard links.
struct Articulated {
    M6 I = M6::Zero();
    V6 b = V6::Zero();
    V6 gamma = V6::Zero();  ///< acceleration at zero udot with the parent at rest
};

M6 shift(const V3& s) {
    M6 S = M6::Identity();
    S.bottomLeftCorner<3, 3>() = skew(s);
    return S;
}

void addSingle(const Link& link, Articulated& a) {
    const M3 s = skew(link.s);
    a.I.topLeftCorner<3, 3>() += M3::Identity();
    a.I.topRightCorner<3, 3>() -= s;
    a.I.bottomLeftCorner<3, 3>() += s;
    a.I.bottomRightCorner<3, 3>() += link.J - s * s;
    const V3 force = link.w.cross(link.w.cross(link.s)) + V3(0, Real(gravity), 0);
    a.b.head<3>() += force;
    a.b.tail<3>() += link.s.cross(force) + link.w.cross(link.J * link.w);
}

void accelerations(const std::vector<Link>& links, ChainMotion& motion) {
    std::vector<Articulated> all(links.size());
    std::vector<Small> inverse(links.size());
    for (std::size_t i = links.size(); i-- > 0;) {
        const Link& link = links[i];
        Articulated& a = all[i];
        addSingle(link, a);
        a.I = (a.I + a.I.transpose()).eval() / 2;
        inverse[i] = Small(link.H.transpose() * a.I * link.H).inverse();
        if (i == 0) continue;
        const Link& parent = links[i - 1];
        a.gamma << parent.w.cross(parent.w.cross(parent.toNext)), link.w.cross(link.w - parent.w);
        const Subspace U = a.I * link.H;
        const M6 I = a.I - U * inverse[i] * U.transpose();
        const V6 b = a.b + I * a.gamma - U * (inverse[i] * (link.H.transpose() * a.b));
        const M6 S = shift(parent.toNext);
        all[i - 1].I += S * I * S.transpose();
        all[i - 1].b += S * b;
    }
    V6 A = V6::Zero();
    const Eigen::Index nu = links.front().H.cols();
    for (std::size_t i = 0; i < links.size(); ++i) {
        const Articulated& a = all[i];
        if (i > 0) A = (shift(links[i - 1].toNext).transpose() * A + a.gamma).eval();
        const SmallVector udot =
            -(inverse[i] * SmallVector(links[i].H.transpose() * (a.I * A + a.b)));
        A += links[i].H * udot;
        motion.udot.segment(nu * static_cast<Eigen::Index>(i), nu) = udot.cast<double>();
    }
}

/// For spherical joints: edot = e (0, u) / 2.
Eigen::VectorXd coordinateRates(const Chain& chain, const ChainState& state) {
    if (chain.joint == ChainJoint::Revolute) return state.u;
    Eigen::VectorXd qdot(state.q.size());
    for (int i = 0; i < chain.links; ++i) {
        const auto e = state.q.segment<4>(4 * i);
        const auto u = state.u.segment<3>(3 * i);
        const Eigen::Quaterniond product =
            Eigen::Quaterniond(e[0], e[1], e[2], e[3]) * Eigen::Quaterniond(0, u[0], u[1], u[2]);
        qdot.segment<4>(4 * i) << product.w(), product.x(), product.y(), product.z();
    }
    return qdot / 2;
}

}  // namespace

const char* name(ChainJoint joint) {
    return joint == ChainJoint::Revolute ? "revolute" : "spherical";
}

Eigen::Vector3d linkAxis(int link) {
    return link % 2 == 0 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
}

ChainState randomState(const Chain& chain, std::uint64_t seed) {
    std::mt19937_64 engine(seed);
    std::uniform_real_distribution<double> ordinary(-1.0, 1.0);
    ChainState state{Eigen::VectorXd(chain.links * chain.coordinates()),
                     Eigen::VectorXd(chain.links * chain.speeds())};
    for (double& x : state.q) x = ordinary(engine);
    for (double& x : state.u) x = ordinary(engine);
    if (chain.joint == ChainJoint::Spherical)
        for (int i = 0; i < chain.links; ++i) {
            state.q[4 * i] = std::abs(state.q[4 * i]) + 0.5;
            state.q.segment<4>(4 * i).normalize();
        }
    return state;
}

ChainMotion exactMotion(const Chain& chain, const ChainState& state) {
    ChainMotion motion{coordinateRates(chain, state), state.u, state.u, state.u};
    const std::vector<Link> links = kinematics(chain, state);
    momenta(links, motion);
    accelerations(links, motion);
    return motion;
}

double relativeError(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    return (a - b).norm() / b.norm();
}

}  // namespace momentree::bench

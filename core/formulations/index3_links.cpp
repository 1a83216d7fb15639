// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3_links.hpp"

#include <limits>
#include <map>

namespace momentree {
namespace {

/// Joints keep their own block, motions go with the joint that they drive or stand alone, what
/// keeps a point mass from turning belongs to neither.
int blockOf(const Model& model, const Constraint& c) {
    if (c.joint >= 0) return c.joint;
    if (c.motion < 0) return -1;
    const int driven = model.motions[static_cast<std::size_t>(c.motion)].joint;
    return driven >= 0 ? driven : static_cast<int>(model.joints.size()) + c.motion;
}

void reset(std::vector<Vec6<double>>& rows, std::size_t count) {
    rows.assign(count, Vec6<double>::Zero());
}

}  // namespace

Index3Rows::Index3Rows(const Model& model) : model_(model) {
    addLinks();
    int rows = 0;
    rowOf.assign(model.constraints.size(), 0);
    for (Index3Link& link : links) {
        link.firstRow = rows;
        for (const int k : link.constraints) {
            rowOf[static_cast<std::size_t>(k)] = rows;
            rows += model.constraints[static_cast<std::size_t>(k)].rows();
        }
        if (link.constraints.empty()) ++rows;
        link.rows = rows - link.firstRow;
    }
    reset(P_a, static_cast<std::size_t>(rows));
    reset(P_b, static_cast<std::size_t>(rows));
    for (Eigen::VectorXd* v : {&Phi, &Phi_t, &gamma, &compliance}) v->setZero(rows);
    for (auto* block : {&terms_.J_a, &terms_.J_b, &terms_.Jdot_a, &terms_.Jdot_b})
        block->setZero(3, 6);
}

void Index3Rows::addLinks() {
    std::map<std::tuple<int, int, int>, std::size_t> known;
    for (std::size_t k = 0; k < model_.constraints.size(); ++k) {
        const Constraint& c = model_.constraints[k];
        const auto key =
            std::tuple(blockOf(model_, c), std::min(c.bodyA, c.bodyB), std::max(c.bodyA, c.bodyB));
        const auto [entry, isNew] = known.emplace(key, links.size());
        if (isNew) links.push_back({.bodyA = c.bodyA, .bodyB = c.bodyB, .constraints = {}});
        links[entry->second].constraints.push_back(static_cast<int>(k));
    }
    for (std::size_t k = 0; k < model_.springs.size(); ++k) {
        const SpringDamper& s = model_.springs[k];
        if (s.k > 0.0 || s.c > 0.0)
            links.push_back({.bodyA = s.A.body,
                             .bodyB = s.B.body,
                             .constraints = {},
                             .spring = static_cast<int>(k)});
    }
    for (std::size_t k = 0; k < model_.axialLoads.size(); ++k) {
        const AxialLoad& s = model_.axialLoads[k];
        if (s.k > 0.0 || s.c > 0.0)
            links.push_back({.bodyA = s.A.body,
                             .bodyB = s.B.body,
                             .constraints = {},
                             .axial = static_cast<int>(k)});
    }
}

void Index3Rows::evaluate(double t, std::span<const BodyKinematics<double>> bodies) {
    for (const Index3Link& link : links) {
        if (link.constraints.empty()) {
            evaluateLoad(link, bodies);
        } else {
            evaluateJoint(link, t, bodies, false);
        }
    }
}

void Index3Rows::evaluateRates(double t, std::span<const BodyKinematics<double>> bodies) {
    for (const Index3Link& link : links)
        if (!link.constraints.empty()) evaluateJoint(link, t, bodies, true);
}

void Index3Rows::evaluateJoint(const Index3Link& link, double t,
                               std::span<const BodyKinematics<double>> bodies, bool rates) {
    int row = link.firstRow;
    for (const int k : link.constraints) {
        const Constraint& c = model_.constraints[static_cast<std::size_t>(k)];
        if (c.kind == Constraint::Kind::Point) {
            evaluatePoint(c, row, at(bodies, c.bodyA), at(bodies, c.bodyB), rates);
            row += 3;
            continue;
        }
        if (c.kind == Constraint::Kind::Angle && c.motion < 0 && c.bodyA == link.bodyA) {
            evaluateAngle(c, row, at(bodies, c.bodyA), at(bodies, c.bodyB), rates);
            ++row;
            continue;
        }
        momentree::evaluate(c, motionOf(model_, c, t), at(bodies, c.bodyA), at(bodies, c.bodyB),
                            terms_);
        const bool swapped = c.bodyA != link.bodyA;
        for (int r = 0; r < c.rows(); ++r, ++row) {
            const auto slot = static_cast<std::size_t>(row);
            P_a[slot] = (swapped ? terms_.J_b : terms_.J_a).row(r);
            P_b[slot] = (swapped ? terms_.J_a : terms_.J_b).row(r);
            Phi[row] = terms_.Phi[r];
            if (!rates) continue;
            Phi_t[row] = terms_.Phi_t[r];
            gamma[row] = terms_.gamma[r];
        }
    }
}

/// The point constraint of all those with a joint in a point, written out: chains spend their time
/// here.
void Index3Rows::evaluatePoint(const Constraint& c, int row, const BodyKinematics<double>& a,
                               const BodyKinematics<double>& b, bool rates) {
    const Vector3d s_a = a.R * c.s_a, s_b = b.R * c.s_b;
    const auto arm = [](Vec6<double>* P, const Vector3d& s) {
        P[0].tail<3>() << 0.0, s.z(), -s.y();
        P[1].tail<3>() << -s.z(), 0.0, s.x();
        P[2].tail<3>() << s.y(), -s.x(), 0.0;
    };
    Vec6<double>* const onA = P_a.data() + row;
    Vec6<double>* const onB = P_b.data() + row;
    for (int k = 0; k < 3; ++k) {
        onA[k].head<3>() = -Vector3d::Unit(k);
        onB[k].head<3>() = Vector3d::Unit(k);
    }
    arm(onA, -s_a);
    arm(onB, s_b);
    Phi.segment<3>(row) = b.r + s_b - a.r - s_a;
    if (rates) gamma.segment<3>(row) = a.w.cross(a.w.cross(s_a)) - b.w.cross(b.w.cross(s_b));
}

/// Likewise the angle that no motion drives.
void Index3Rows::evaluateAngle(const Constraint& c, int row, const BodyKinematics<double>& a,
                               const BodyKinematics<double>& b, bool rates) {
    const Vector3d x = a.R * c.x_a, y = b.R * c.y_b;
    const Vector3d normal = x.cross(y);
    P_a[static_cast<std::size_t>(row)].tail<3>() = normal;
    P_b[static_cast<std::size_t>(row)].tail<3>() = -normal;
    Phi[row] = x.dot(y);
    if (!rates) return;
    const Vector3d turning = a.w.cross(x).cross(y) + x.cross(b.w.cross(y));
    gamma[row] = turning.dot(b.w - a.w);
}

void Index3Rows::evaluateLoad(const Index3Link& link,
                              std::span<const BodyKinematics<double>> bodies) {
    const auto row = static_cast<std::size_t>(link.firstRow);
    const bool isSpring = link.spring >= 0;
    const auto load = static_cast<std::size_t>(isSpring ? link.spring : link.axial);
    const Marker& markerA = isSpring ? model_.springs[load].A : model_.axialLoads[load].A;
    const Marker& markerB = isSpring ? model_.springs[load].B : model_.axialLoads[load].B;
    const MarkerKinematics<double> A = markerKinematics(markerA, bodies);
    const MarkerKinematics<double> B = markerKinematics(markerB, bodies);
    const Vector3d z = A.R.col(2);
    if (!isSpring && model_.axialLoads[load].torque) {
        P_a[row] << Vector3d::Zero(), -z;
        P_b[row] << Vector3d::Zero(), z;
        return;
    }
    const Vector3d d = B.r - A.r;
    const double l = d.norm();
    const Vector3d e = !isSpring ? z : l > 0.0 ? Vector3d(d / l) : Vector3d::Zero();
    const Vector3d arm = isSpring ? A.arm : Vector3d(A.arm + d);
    P_a[row] << -e, -arm.cross(e);
    P_b[row] << e, B.arm.cross(e);
}

/// Inertia of the heavier body along the rows of a constraint: its mass, for angles its moment of
/// inertia about the joint.
double Index3Rows::inertiaOf(const Constraint& c) const {
    const auto along = [&](int index, const Vector3d& s) {
        if (index == ground) return 0.0;
        const Body& body = model_.bodies[static_cast<std::size_t>(index)];
        if (c.kind != Constraint::Kind::Angle) return body.mass;
        return body.J_C.trace() / 3.0 + body.mass * s.squaredNorm();
    };
    return std::max(along(c.bodyA, c.s_a), along(c.bodyB, c.s_b));
}

void Index3Rows::setCompliance(double penalty, double step) {
    for (const Index3Link& link : links) {
        for (const int k : link.constraints) {
            const Constraint& c = model_.constraints[static_cast<std::size_t>(k)];
            compliance.segment(rowOf[static_cast<std::size_t>(k)], c.rows())
                .setConstant(1.0 / (penalty * inertiaOf(c)));
        }
        const auto yielding = [&](double k, double c) {
            compliance[link.firstRow] =
                1.0 / (step * step / 4.0 * std::max(k, 0.0) + step / 2.0 * std::max(c, 0.0));
        };
        if (link.spring >= 0) {
            const SpringDamper& s = model_.springs[static_cast<std::size_t>(link.spring)];
            yielding(s.k, s.c);
        } else if (link.axial >= 0) {
            const AxialLoad& s = model_.axialLoads[static_cast<std::size_t>(link.axial)];
            yielding(s.k, s.c);
        }
    }
}

}  // namespace momentree

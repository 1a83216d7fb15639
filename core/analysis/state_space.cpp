// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <numbers>

#include "core/analysis/linearisation.hpp"
#include "core/kinematics/displaced.hpp"
#include "core/kinematics/given_start.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Adds the coordinates of all joints with one or two of them, then their speeds.
/// @param rows {rows of the coordinates, rows of the speeds} of a joint in C
template <typename Rows>
void addOutputs(const Model& model, StateSpace& out, const Rows& rows) {
    out.C.resize(0, out.A.cols());
    for (const bool speeds : {false, true})
        for (const JointElement& joint : model.joints) {
            const int count = speedCount(joint.kind);
            if (joint.closes || count == 0 || count > 2) continue;
            const auto [q, u] = rows(joint);
            out.C.conservativeResize(out.C.rows() + count, Eigen::NoChange);
            out.C.bottomRows(count) = speeds ? u : q;
            for (int k = 0; k < count; ++k)
                out.outputs.push_back(joint.name + (speeds ? ".u" : ".q") +
                                      (count > 1 ? std::to_string(k + 1) : ""));
        }
    out.D = MatrixXd::Zero(out.C.rows(), out.B.cols());
}

/// Coordinates and speeds of a joint after the bodies have moved along `shift` and changed their
/// velocities by `change` [6 bodies].
std::pair<VectorXd, VectorXd> movedJoint(const JointElement& joint,
                                         const std::vector<BodyKinematics<double>>& bodies,
                                         const VectorXd& shift, const VectorXd& change) {
    std::vector<BodyKinematics<double>> moved = bodies;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        const Index k = 6 * static_cast<Index>(i);
        displace(moved[i], shift.segment<3>(k), shift.segment<3>(k + 3));
        moved[i].v += change.segment<3>(k);
        moved[i].w += change.segment<3>(k + 3);
    }
    std::array<double, 7> q{};
    std::array<double, 6> u{};
    jointCoordinates(joint, std::span<const BodyKinematics<double>>(moved), q.data(), u.data());
    const Index count = speedCount(joint.kind);
    return {Eigen::Map<VectorXd>(q.data(), count), Eigen::Map<VectorXd>(u.data(), count)};
}

/// Rows of coordinates and speeds of a joint in C, by central differences of joint coordinates with
/// a relative error of about 1e-10.
std::pair<MatrixXd, MatrixXd> rowsOf(const JointElement& joint,
                                     const std::vector<BodyKinematics<double>>& bodies,
                                     const Linearisation& about) {
    constexpr double step = 1e-5;
    const Linearisation::Restricted& own = *about.restricted;
    const Index f = about.N.cols(), count = speedCount(joint.kind);
    const std::array<bool, 6> slides = translations(joint.kind);
    MatrixXd q(count, own.A.cols()), u(count, own.A.cols());
    for (Index k = 0; k < own.A.cols(); ++k) {
        VectorXd shift = VectorXd::Zero(about.N.rows());
        if (k < f) shift = step * about.N.col(k);
        const VectorXd change = step * (k < f ? own.P.col(k) : own.N_w.col(k - f));
        const auto [q1, u1] = movedJoint(joint, bodies, shift, change);
        const auto [q0, u0] = movedJoint(joint, bodies, -shift, -change);
        for (Index c = 0; c < count; ++c)
            q(c, k) = slides[static_cast<std::size_t>(c)]
                          ? q1[c] - q0[c]
                          : std::remainder(q1[c] - q0[c], 2.0 * std::numbers::pi);
        u.col(k) = u1 - u0;
    }
    return {q / (2.0 * step), u / (2.0 * step)};
}

}  // namespace

StateSpace stateSpace(const Model& model, const std::vector<BodyState>& bodies,
                      const Linearisation& about) {
    const Index f = about.M_r.rows();
    StateSpace out;
    out.inputs = about.inputs;
    for (const std::string& name : about.coordinates) out.states.push_back(name);
    if (about.restricted) {
        out.states.insert(out.states.end(), about.restricted->speeds.begin(),
                          about.restricted->speeds.end());
        out.A = about.restricted->A;
        out.B = about.restricted->B;
        addOutputs(model, out, [&, poses = kinematicsOf(bodies)](const JointElement& joint) {
            return rowsOf(joint, poses, about);
        });
        return out;
    }
    for (const std::string& name : about.coordinates) out.states.push_back(name + "'");
    const MatrixXd inverse = inverseOf(about.M_r);
    out.A = MatrixXd::Zero(2 * f, 2 * f);
    out.A.topRightCorner(f, f).setIdentity();
    out.A.bottomLeftCorner(f, f) = -inverse * about.K_r;
    out.A.bottomRightCorner(f, f) = -inverse * about.C_r;
    out.B = MatrixXd::Zero(2 * f, about.B_r.cols());
    out.B.bottomRows(f) = inverse * about.B_r;

    std::vector<BodyKinematics<double>> poses = kinematicsOf(bodies);
    VectorXd q = VectorXd::Zero(model.tree.nq), u = VectorXd::Zero(model.tree.nu);
    jointsFromBodies(model, 0.0, poses, q.data(), u.data());
    addOutputs(model, out, [&](const JointElement& joint) {
        const MatrixXd along = speedsOf(model, joint, q, poses) * about.speeds;
        MatrixXd ofq = MatrixXd::Zero(along.rows(), 2 * f), ofu = ofq;
        ofq.leftCols(f) = ofu.rightCols(f) = along;
        return std::pair(ofq, ofu);
    });
    return out;
}

}  // namespace momentree

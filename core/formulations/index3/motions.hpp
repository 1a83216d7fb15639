// SPDX-License-Identifier: Apache-2.0
// Bodies that turn by a rotation vector in each step.
#pragma once

#include <span>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"
#include "core/math/rotation_vector.hpp"
#include "core/stepping/sample.hpp"

namespace momentree {

/// Largest turn of a body in one step [rad]; the equations are singular at a full turn.
inline constexpr double farthestTurn = 3.0;

/// Moves poses by a correction onto the constraints.
/// @param change [bodies] displacement and rotation vector, world axes
/// @param motions [bodies] with position r and quaternion e
template <typename Motion>
void moveBy(std::span<const Vec6<double>> change, std::vector<Motion>& motions,
            std::vector<BodyKinematics<double>>& bodies) {
    for (std::size_t i = 0; i < motions.size(); ++i) {
        Motion& q = motions[i];
        q.r += change[i].head<3>();
        q.e = turnedBy(q.e, bodies[i].R.transpose() * change[i].tail<3>());
        bodies[i].R = rotationOf<double>(q.e);
        bodies[i].r = q.r;
    }
}

/// Poses and mean accelerations of the start.
/// @param a [bodies] accelerations [v'; w'], world axes
/// @param motions [bodies] with pose r, e and accelerations a, A, also of the step before
template <typename Motion>
void startMotions(const InitialState& initial, std::span<const Vec6<double>> a,
                  std::vector<Motion>& motions) {
    for (std::size_t i = 0; i < motions.size(); ++i) {
        Motion& q = motions[i];
        q.r = initial.bodies[i].r;
        q.e = initial.bodies[i].e.normalized();
        q.a = q.aBefore = a[i].template head<3>();
        q.A = q.ABefore = kinematicsOf(initial.bodies[i]).R.transpose() * a[i].template tail<3>();
    }
}

/// Mean accelerations of a step of length h that ended with the velocities of `body`.
template <typename Motion>
void endStep(const BodyKinematics<double>& body, double h, Motion& q) {
    q.aBefore = q.a;
    q.ABefore = q.A;
    q.a = (body.v - q.v0) / h;
    q.A = (body.R.transpose() * body.w - q.W0) / h;
}

/// A number that is finite only if the whole state of a body is.
template <typename Motion>
double sumOf(const Motion& q, const BodyKinematics<double>& body) {
    return q.r.sum() + q.e.sum() + body.v.sum() + body.w.sum();
}

template <typename Motion>
void writeStates(const std::vector<Motion>& motions, std::span<const BodyKinematics<double>> bodies,
                 Sample& out) {
    for (std::size_t i = 0; i < motions.size(); ++i)
        out.bodies[i] = {motions[i].r, motions[i].e, bodies[i].v, bodies[i].w};
}

}  // namespace momentree

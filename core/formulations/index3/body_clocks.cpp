// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3/body_clocks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace momentree {
namespace {

/// Steps from the end of a comparison to the next one. Their number changes, so that no period of
/// the motion can hide from them.
constexpr std::array<std::int64_t, 5> pauses{6, 9, 7, 10, 8};
constexpr double equalSteps = 1e-6;   ///< of a step, relative
constexpr double posesKnown = 1e-10;  ///< [rad], or relative to the size

/// The rotation vector of a rotation matrix, world axes [rad].
Vector3d rotationVectorOf(const Matrix3d& R) {
    const Vector3d sine = 0.5 * Vector3d(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
    const double length = sine.norm();
    if (length < 1e-9) return sine;
    return std::atan2(length, 0.5 * (R.trace() - 1.0)) / length * sine;
}

}  // namespace

BodyClocks::BodyClocks(const Model& model)
    : model_(model), clocks_(model.bodies.size()), turns_(model.bodies.size(), Vector3d::Zero()) {
    for (Bodies& bodies : states_) bodies.resize(model.bodies.size());
}

void BodyClocks::begin(std::vector<double> perLength, double step) {
    perLength_ = std::move(perLength);
    resting_ = posesKnown / step;
}

/// Steps of different lengths end at corners of laws, where velocities may have jumped.
void BodyClocks::compare() {
    taken_ = 0;
    pause_ = pauses[static_cast<std::size_t>(compared_++) % pauses.size()];
    const double h = 0.5 * (times_[2] - times_[0]);
    if (!(h > 0.0) || std::abs(times_[1] - times_[0] - h) > equalSteps * h) return;
    const double passed = times_[2] - std::exchange(until_, times_[2]);
    for (std::size_t i = 0; i < clocks_.size(); ++i) compareBody(i, h, passed);
}

/// A turn is the integral of w with the first two terms of Magnus' series.
void BodyClocks::compareBody(std::size_t i, double h, double passed) {
    const BodyKinematics<double>&first = states_[0][i], &middle = states_[1][i],
          &last = states_[2][i];
    const Body& body = model_.bodies[i];
    const double pace = std::max(middle.w.norm(), middle.v.norm() * perLength_[i]);
    if (!(pace > resting_)) return;
    const Vector3d moved = last.r - first.r - h / 3.0 * (first.v + 4.0 * middle.v + last.v);
    const Vector3d turned = rotationVectorOf(last.R * first.R.transpose()) -
                            h / 3.0 * (first.w + 4.0 * middle.w + last.w) +
                            h * h / 3.0 * first.w.cross(last.w);
    const Vector3d W = middle.R.transpose() * middle.w;
    const Vector3d momentum = body.J_C * W;
    clocks_[i].add(body.mass * middle.v.dot(moved) + momentum.dot(middle.R.transpose() * turned),
                   body.mass * middle.v.squaredNorm() + momentum.dot(W), 2.0 * h, passed);
    turns_[i] += passed / (2.0 * h) * turned;
    error_.take(times_[2], std::max(turns_[i].norm(), std::abs(clocks_[i].shift) * pace));
}

}  // namespace momentree

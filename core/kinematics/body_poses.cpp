// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/body_poses.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/kinematics/mechanism_scales.hpp"
#include "core/model/marker_axes.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr double farAway = 0.05;  ///< [sizes of the mechanism, rad]

struct Moved {
    const BodyStart* start;
    double distance = 0.0, angle = 0.0;  ///< [m] [rad]
};

Moved movedFrom(const BodyStart& start, const Body& body, const BodyKinematics<double>& now) {
    Moved moved{&start};
    if (start.position) {
        moved.distance = (now.r + now.R * body.origin - vectorOf(*start.position)).norm();
    }
    if (start.orientation) {
        const auto& e = *start.orientation;
        const Matrix3d given = rotationOf<double>({e[0].value, e[1].value, e[2].value, e[3].value});
        const double twiceCosine = (given.transpose() * now.R).trace() - 1.0;
        moved.angle = std::acos(std::clamp(0.5 * twiceCosine, -1.0, 1.0));
    }
    return moved;
}

}  // namespace

void warnOfPoses(const Model& model, std::span<const BodyKinematics<double>> bodies,
                 Diagnostics& warnings) {
    if (model.description.bodyStarts.empty()) return;
    const double allowed = farAway * mechanismScales(model, bodies).largest();
    Moved farthest{nullptr};
    int count = 0;
    for (const BodyStart& start : model.description.bodyStarts) {
        const auto body = std::ranges::find(model.bodies, start.body, &Body::name);
        if (body == model.bodies.end()) continue;
        const auto i = static_cast<std::size_t>(body - model.bodies.begin());
        const Moved moved = movedFrom(start, *body, bodies[i]);
        if (moved.distance <= allowed && moved.angle <= farAway) continue;
        ++count;
        if (farthest.start == nullptr || moved.distance > farthest.distance) farthest = moved;
    }
    if (count == 0) return;
    warnings.push_back(
        warning(Place::body(farthest.start->body).part("start"),
                MOMENTREE_TEXT("start-pose-moved",
                               "the joints, motions and other starts move it by %1 m and %2 deg "
                               "from its given pose; given poses only choose among the ways to "
                               "assemble the mechanism. Poses moved so far: %3")(
                    numberText(farthest.distance, 3),
                    numberText(farthest.angle * 180.0 / std::numbers::pi, 3), count),
                farthest.start->line));
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/traced_points.hpp"

#include <algorithm>

#include "core/math/index.hpp"

namespace momentree {
namespace {

constexpr std::size_t mostPoints = 20;

bool isJointEnd(const Model& model, int body, const Vector3d& s, double size) {
    constexpr double there = 1e-9;
    return std::ranges::any_of(model.joints, [&](const JointElement& joint) {
        for (const Marker* end : {&joint.A, &joint.B})
            if (end->body == body && (end->frame.r - s).norm() <= there * size) return true;
        return false;
    });
}

}  // namespace

std::vector<TracedPoint> tracedPoints(const Model& model, double size) {
    std::vector<TracedPoint> points;
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
        for (const int m : model.bodies[i].markers) {
            const Marker& marker = model.markers[toIndex(m)];
            const bool corner = std::ranges::find(model.bodies[i].shape.corners, marker.name) !=
                                model.bodies[i].shape.corners.end();
            if (points.size() < mostPoints && !corner &&
                !isJointEnd(model, static_cast<int>(i), marker.frame.r, size))
                points.push_back({model.bodies[i].name + "." + marker.name, static_cast<int>(i),
                                  marker.frame.r});
        }
    if (!points.empty()) return points;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const auto holds = [&](const JointElement& joint) {
            return (joint.A.body == ground && joint.B.body == static_cast<int>(i)) ||
                   (joint.B.body == ground && joint.A.body == static_cast<int>(i));
        };
        if (points.size() < mostPoints && std::ranges::none_of(model.joints, holds))
            points.push_back({model.bodies[i].name, static_cast<int>(i), Vector3d::Zero()});
    }
    return points;
}

}  // namespace momentree

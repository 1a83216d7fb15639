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

/// The markers of a body at which no joint is.
std::vector<TracedPoint> withoutJoint(const Model& model, int body, double size) {
    std::vector<TracedPoint> points;
    for (const int m : model.bodies[toIndex(body)].markers) {
        const Marker& marker = model.markers[toIndex(m)];
        if (!isJointEnd(model, body, marker.frame.r, size))
            points.push_back(
                {model.bodies[toIndex(body)].name + "." + marker.name, body, marker.frame.r});
    }
    return points;
}

}  // namespace

std::vector<TracedPoint> tracedPoints(const Model& model, double size) {
    std::vector<TracedPoint> points;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const Body& body = model.bodies[i];
        const std::vector<TracedPoint> free = withoutJoint(model, static_cast<int>(i), size);
        const auto isCorner = [&](const TracedPoint& point) {
            const std::string marker = point.name.substr(body.name.size() + 1);
            return std::ranges::find(body.shape.corners, marker) != body.shape.corners.end();
        };
        // The foot of a leg, or the pen on a coupler.
        const bool tip = std::ranges::count_if(free, isCorner) == 1;
        for (const TracedPoint& point : free)
            if (points.size() < mostPoints && (tip || !isCorner(point))) points.push_back(point);
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

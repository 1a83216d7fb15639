// SPDX-License-Identifier: Apache-2.0
#include "render/plane.hpp"

#include <algorithm>
#include <vector>

#include "render/stage.hpp"

namespace momentree::render {
namespace {

constexpr double aligned = 1e-6;  ///< [rad], tolerance for parallel axes

bool parallel(const Vector3d& a, const Vector3d& b) { return a.cross(b).norm() < aligned; }

/// Whether joints connect every body to ground, so that none is free.
bool allHeld(const Model& model) {
    std::vector<bool> held(model.bodies.size(), false);
    const auto isHeld = [&](const Marker& m) {
        return m.body == ground || held[static_cast<std::size_t>(m.body)];
    };
    for (std::size_t pass = 0; pass < model.bodies.size(); ++pass) {
        bool changed = false;
        for (const JointElement& joint : model.joints) {
            if (isHeld(joint.A) == isHeld(joint.B)) continue;
            const Marker& next = isHeld(joint.A) ? joint.B : joint.A;
            held[static_cast<std::size_t>(next.body)] = changed = true;
        }
        if (!changed) break;
    }
    return std::all_of(held.begin(), held.end(), [](bool h) { return h; });
}

/// Whether no body extends farther from the plane than along it; such a post would be invisible in
/// a picture of the plane.
bool liesFlat(const Model& model, std::span<const Frame> poses, const Vector3d& normal) {
    for (const Body& body : model.bodies)
        for (const int m : body.markers) {
            const auto& first = model.markers[static_cast<std::size_t>(body.markers.front())];
            const auto& other = model.markers[static_cast<std::size_t>(m)];
            const Vector3d span = worldFrame(poses, other).r - worldFrame(poses, first).r;
            const double height = std::abs(span.dot(normal));
            if (height > aligned && height > span.cross(normal).norm()) return false;
        }
    return true;
}

/// For slides along one line: the plane that also contains gravity.
Vector3d planeThrough(const Vector3d& line, const Vector3d& gravity) {
    Vector3d normal = line.cross(gravity);
    if (normal.norm() < aligned * gravity.norm() || gravity.norm() == 0.0)
        normal = parallel(line, Vector3d::UnitZ()) ? line.cross(Vector3d::UnitX())
                                                   : line.cross(Vector3d::UnitZ().cross(line));
    return normal.normalized();
}

}  // namespace

std::optional<Vector3d> planeOfMotion(const Model& model, std::span<const Frame> poses) {
    std::vector<Vector3d> turns, slides;
    for (const JointElement& joint : model.joints) {
        const Vector3d axis = worldFrame(poses, joint.A).R.col(2);
        if (joint.type == "revolute" || joint.type == "planar" || joint.curve)
            turns.push_back(axis);
        else if (joint.type == "prismatic" || joint.type.starts_with("point-on-"))
            slides.push_back(axis);
        else if (joint.type != "fixed")
            return std::nullopt;
    }
    if ((turns.empty() && slides.empty()) || !allHeld(model)) return std::nullopt;
    const Vector3d normal =
        turns.empty() ? planeThrough(slides.front(), model.gravity) : turns.front();
    const bool inPlane =
        std::all_of(turns.begin(), turns.end(),
                    [&](const Vector3d& axis) { return parallel(axis, normal); }) &&
        std::all_of(slides.begin(), slides.end(),
                    [&](const Vector3d& axis) { return std::abs(axis.dot(normal)) < aligned; });
    if (!inPlane || !liesFlat(model, poses, normal.normalized())) return std::nullopt;
    return normal.normalized();
}

bool fitsPlane(const Model& model, std::span<const Frame> poses, const Vector3d& normal) {
    return liesFlat(model, poses, normal) &&
           std::all_of(model.joints.begin(), model.joints.end(), [&](const JointElement& joint) {
               const Vector3d axis = worldFrame(poses, joint.A).R.col(2);
               if (joint.type == "revolute" || joint.type == "planar" || joint.curve)
                   return parallel(axis, normal);
               if (joint.type == "prismatic" || joint.type.starts_with("point-on-"))
                   return std::abs(axis.dot(normal)) < aligned;
               return joint.type == "fixed" || joint.distance;
           });
}

}  // namespace momentree::render

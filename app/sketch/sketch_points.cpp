// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/sketch_points.hpp"

#include <algorithm>
#include <cmath>

namespace momentree::app {
namespace {

constexpr double samePlace = 1e-6;      ///< [m]
constexpr std::size_t mostCorners = 6;  ///< lines of links with more corners are ignored

std::string bodyName(const Model& model, int body) {
    return body == ground ? "ground" : model.bodies[static_cast<std::size_t>(body)].name;
}

/// Whether the joint holds the points of A and B together.
bool holdsPoint(const JointElement& joint) {
    return joint.type == "revolute" || joint.type == "spherical" || joint.type == "universal" ||
           joint.type == "constant-velocity" || joint.type == "fixed";
}

bool isMarker(const Marker& marker, const Marker& of) {
    return marker.body == of.body && marker.name == of.name;
}

/// The markers along which joints slide: new hinges there connect to the block, not to its rail.
std::vector<const Marker*> railsOf(const Model& model) {
    std::vector<const Marker*> rails;
    const auto isHinged = [&](const Marker& marker) {
        return std::ranges::any_of(model.joints, [&](const JointElement& joint) {
            return (isMarker(marker, joint.A) || isMarker(marker, joint.B)) && holdsPoint(joint);
        });
    };
    for (const JointElement& joint : model.joints) {
        if (joint.closes || holdsPoint(joint)) continue;
        for (const Marker* marker : {&joint.A, &joint.B})
            if (!isHinged(*marker)) rails.push_back(marker);
    }
    return rails;
}

void addPoint(std::vector<SketchPoint>& points, const SketchPoint& point, bool rail) {
    for (SketchPoint& known : points) {
        if ((known.at - point.at).norm() > samePlace) continue;
        // If ground is there, new links are hinged to it.
        if (point.on.body == "ground" && !rail) known.on = point.on;
        if (known.joint < 0) known.joint = point.joint;
        return;
    }
    points.push_back(point);
}

}  // namespace

std::vector<SketchPoint> sketchPoints(const CheckedModel& seen) {
    std::vector<SketchPoint> points;
    const Model& model = *seen.model;
    const auto add = [&](const Marker& marker, int joint, bool rail) {
        addPoint(points,
                 {placeOf(seen, marker), {bodyName(model, marker.body), marker.name, 0}, joint},
                 rail);
    };
    const std::vector<const Marker*> rails = railsOf(model);
    const auto isRail = [&](const Marker& marker) {
        return std::ranges::any_of(rails, [&](const Marker* r) { return isMarker(marker, *r); });
    };
    const auto addJoints = [&](bool ofRails) {
        for (std::size_t k = 0; k < model.joints.size(); ++k)
            for (const Marker* marker : {&model.joints[k].A, &model.joints[k].B})
                if (!marker->name.empty() && isRail(*marker) == ofRails)
                    add(*marker, static_cast<int>(k), ofRails);
    };
    addJoints(false);
    for (const Marker& marker : model.markers)
        if (!isRail(marker)) add(marker, -1, false);
    addJoints(true);
    return points;
}

std::vector<SnapLine> snapLines(const CheckedModel& seen, const WorkPlane& plane) {
    std::vector<SnapLine> lines;
    const auto lies = [&](const Vector3d& p) { return std::abs(plane.height(p)) < samePlace; };
    for (const Body& body : seen.model->bodies) {
        std::vector<Vector3d> points;
        for (const int m : body.markers) {
            const Vector3d at = placeOf(seen, seen.model->markers[static_cast<std::size_t>(m)]);
            const auto near = [&](const Vector3d& p) { return (p - at).norm() < samePlace; };
            if (std::ranges::none_of(points, near)) points.push_back(at);
        }
        if (points.size() > mostCorners) continue;
        for (std::size_t a = 0; a < points.size(); ++a)
            for (std::size_t b = a + 1; b < points.size(); ++b)
                lines.push_back({plane.of(points[a]), plane.of(points[b]),
                                 (points[b] - points[a]).norm(), lies(points[a]) && lies(points[b]),
                                 body.name});
    }
    return lines;
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/sketcher.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "app/base/diagnostic_text.hpp"

namespace momentree::app {
namespace {

constexpr double samePlace = 1e-6;      ///< [m]
constexpr std::size_t mostCorners = 6;  ///< lines of links with more corners are ignored
constexpr double pointReach = 11.0;     ///< [pixels]
constexpr double edgeOn = 0.12;         ///< sine of the angle between plane and line of sight

std::string bodyName(const Model& model, int body) {
    return body == ground ? "ground" : model.bodies[static_cast<std::size_t>(body)].name;
}

}  // namespace

Vector3d placeOf(const CheckedModel& seen, const Marker& marker) {
    if (marker.body == ground) return marker.frame.r;
    const BodyState& body = seen.start[static_cast<std::size_t>(marker.body)];
    return body.r + rotationOf<double>(body.e) * marker.frame.r;
}

namespace {

/// Whether the joint holds the points of A and B together.
bool holdsPoint(const JointElement& joint) {
    return joint.type == "revolute" || joint.type == "spherical" || joint.type == "universal" ||
           joint.type == "fixed";
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
        if (joint.distance || holdsPoint(joint)) continue;
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

Sketcher::Sketcher(Viewport& v, ModelDocument& d, LiveModel& l, Selection& s)
    : viewport(v), document(d), live(l), selection(s) {}

bool Sketcher::flat() const {
    const auto plane = viewport.scene().plane();
    return plane_.isFlat() && plane && plane->z() > 0.999 && viewport.scene().facesPlane();
}

void Sketcher::setPlane(const WorkPlane& plane) {
    if (plane == plane_) return;
    plane_ = plane;
    viewport.update();
    Q_EMIT planeChanged();
}

void Sketcher::setJointType(const std::string& type) {
    if (type == jointType_) return;
    jointType_ = type;
    Q_EMIT jointTypeChanged();
}

bool Sketcher::canDraw() {
    const double faced = std::abs(plane_.normal().dot(viewport.scene().towardsViewer()));
    if (faced > edgeOn) return true;
    refuse(
        tr("The work plane is seen edge-on: turn the view with the right button, or choose another "
           "plane"));
    return false;
}

Point Sketcher::onPlane(const WorkPlane& plane, QPointF at) const {
    return plane.of(viewport.toWorld(at, plane.origin(), plane.normal()));
}

int Sketcher::pointUnder(QPointF at, const std::vector<SketchPoint>& points) const {
    int found = -1;
    double nearest = pointReach;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const QPointF away = viewport.toView(points[k].at) - at;
        const double distance = std::hypot(away.x(), away.y());
        if (distance >= nearest) continue;
        nearest = distance;
        found = static_cast<int>(k);
    }
    return found;
}

Snap Sketcher::snapTo(const WorkPlane& plane, QPointF at, const std::vector<SketchPoint>& points,
                      const std::vector<SnapLine>& lines, bool enabled,
                      const std::optional<Point>& anchor) const {
    if (const int k = enabled ? pointUnder(at, points) : -1; k >= 0) {
        const QPointF seen = viewport.toView(points[static_cast<std::size_t>(k)].at);
        return {Snap::Kind::Place, onPlane(plane, seen), k};
    }
    std::vector<Point> feet;
    for (const SketchPoint& point : points) feet.push_back(plane.of(point.at));
    SnapQuestion question;
    question.cursor = onPlane(plane, at);
    question.anchor = anchor;
    question.feet = feet;
    question.lines = lines;
    question.pixel = viewport.metresPerPixel();
    question.enabled = enabled;
    return snap(question);
}

/// The point of a link under the cursor: in the plane if the link is, otherwise on its nearest
/// line.
Vector3d Sketcher::onLink(QPointF at, int body) const {
    const CheckedModel& seen = live.checked();
    const BodyState& state = seen.start[static_cast<std::size_t>(body)];
    std::vector<Vector3d> points;
    for (const int m : seen.model->bodies[static_cast<std::size_t>(body)].markers)
        points.push_back(placeOf(seen, seen.model->markers[static_cast<std::size_t>(m)]));
    const auto inPlane = [&](const Vector3d& p) { return std::abs(plane_.height(p)) < samePlace; };
    if (std::ranges::all_of(points, inPlane)) return plane_.at(onPlane(plane_, at));
    const Vector3d towards = viewport.scene().towardsViewer();
    Vector3d found = viewport.toWorld(at, state.r, towards);
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < points.size(); ++a)
        for (std::size_t b = a + 1; b < points.size(); ++b) {
            const QPointF from = viewport.toView(points[a]),
                          line = viewport.toView(points[b]) - from;
            const double square = std::max(QPointF::dotProduct(line, line), 1e-9);
            const double t = std::clamp(QPointF::dotProduct(at - from, line) / square, 0.0, 1.0);
            const QPointF off = at - from - t * line;
            if (const double away = std::hypot(off.x(), off.y()); away < nearest) {
                nearest = away;
                found = points[a] + t * (points[b] - points[a]);
            }
        }
    return found;
}

Target Sketcher::target(QPointF at, Qt::KeyboardModifiers keys, const std::optional<Point>& anchor,
                        bool lengths) const {
    const CheckedModel& seen = live.checked();
    const std::vector<SketchPoint> points = sketchPoints(seen);
    Target target;
    std::vector<SnapLine> lines = snapLines(seen, plane_);
    if (!lengths)
        for (SnapLine& line : lines) line.length = 0.0;
    target.snap = snapTo(plane_, at, points, lines, !keys.testFlag(Qt::AltModifier), anchor);
    target.point.at = plane_.at(target.snap.at);
    if (target.snap.point >= 0) {
        const SketchPoint& point = points[static_cast<std::size_t>(target.snap.point)];
        target.point.at = point.at;
        target.point.on = point.on;
        target.joint = point.joint;
    }
    const render::Picked picked = viewport.pickAt(at, false);
    if (picked.kind == render::Picked::Kind::Joint && target.joint < 0) target.joint = picked.index;
    if (picked.kind == render::Picked::Kind::Body) target.body = picked.index;
    if (target.point.free() && target.body >= 0) {
        const std::string& name = seen.model->bodies[static_cast<std::size_t>(target.body)].name;
        target.point.on = {name, "", 0};
        if (target.snap.onLine && target.snap.onLine->link == name) return target;
        // On a link the point is at the cursor, not snapped to the grid.
        target.point.at = onLink(at, target.body);
        target.snap = {Snap::Kind::Place, onPlane(plane_, viewport.toView(target.point.at))};
    }
    return target;
}

bool Sketcher::tryDraw(const QString& name, const Change& change) {
    const CheckedModel& seen = live.checked();
    ModelDescription trial = document.description();
    Drawing drawing{trial, seen, plane_.frame(), jointType_};
    change(drawing);
    const auto built = buildModel(trial);
    if (built || !seen.built) return draw(name, change);
    refuse(editText(built.error().front()));
    return false;
}

bool Sketcher::draw(const QString& name, const Change& change) {
    begin();
    const CheckedModel seen = live.checked();
    const auto done = document.edit(name, [&](ModelDescription& model) {
        if (seen.built) writeStart(model, *seen.model, seen.start);
        Drawing drawing{model, seen, plane_.frame(), jointType_};
        const ModelDescription before = model;
        change(drawing);
        // Without a drawn element there is no step, even if the start was rewritten.
        if (model == before) model = document.description();
    });
    if (!done) refuse(editText(done.error().front()));
    return done.has_value();
}

}  // namespace momentree::app

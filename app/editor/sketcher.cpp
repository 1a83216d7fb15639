// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/editor/sketcher.hpp"

#include <algorithm>

#include "app/messages/messages_panel.hpp"

namespace momentree::app {
namespace {

constexpr double samePlace = 1e-6;  ///< [m]

Vector3d placeOf(const CheckedModel& seen, const Marker& marker) {
    if (marker.body == ground) return marker.frame.r;
    const BodyState& body = seen.start[static_cast<std::size_t>(marker.body)];
    return body.r + rotationOf<double>(body.e) * marker.frame.r;
}

std::string bodyName(const Model& model, int body) {
    return body == ground ? "ground" : model.bodies[static_cast<std::size_t>(body)].name;
}

}  // namespace

std::vector<SketchPoint> sketchPoints(const CheckedModel& seen) {
    std::vector<SketchPoint> points;
    const auto add = [&](const Marker& marker, int joint) {
        const Vector3d at = placeOf(seen, marker);
        const MarkerReference on{bodyName(*seen.model, marker.body), marker.name, 0};
        for (SketchPoint& known : points) {
            if ((lifted(known.at) - at).norm() > samePlace) continue;
            // Where ground is at hand, new links are hinged to it.
            if (on.body == "ground") known.on = on;
            if (known.joint < 0) known.joint = joint;
            return;
        }
        points.push_back({at.head<2>(), on, joint});
    };
    const Model& model = *seen.model;
    for (std::size_t k = 0; k < model.joints.size(); ++k) {
        if (model.joints[k].A.name != "") add(model.joints[k].A, static_cast<int>(k));
        if (model.joints[k].B.name != "") add(model.joints[k].B, static_cast<int>(k));
    }
    for (const Marker& marker : model.markers) add(marker, -1);
    return points;
}

Sketcher::Sketcher(Viewport& v, ModelDocument& d, LiveModel& l, Selection& s)
    : viewport(v), document(d), live(l), selection(s) {}

bool Sketcher::flat() const {
    const auto plane = viewport.scene().plane();
    return plane && plane->z() > 0.999 && viewport.scene().facesPlane();
}

Vector3d Sketcher::onPlane(QPointF at) const {
    return viewport.toWorld(at, Vector3d::Zero(), Vector3d::UnitZ());
}

Target Sketcher::target(QPointF at, Qt::KeyboardModifiers keys,
                        const std::optional<Point>& anchor) const {
    const CheckedModel& seen = live.checked();
    const std::vector<SketchPoint> points = sketchPoints(seen);
    std::vector<Point> places;
    for (const SketchPoint& point : points) places.push_back(point.at);
    SnapQuestion question;
    question.cursor = onPlane(at).head<2>();
    question.anchor = anchor;
    question.points = places;
    question.pixel = viewport.metresPerPixel();
    question.enabled = !keys.testFlag(Qt::AltModifier);

    Target target;
    target.snap = snap(question);
    target.point.at = lifted(target.snap.at);
    if (target.snap.point >= 0) {
        const SketchPoint& point = points[static_cast<std::size_t>(target.snap.point)];
        target.point.on = point.on;
        target.joint = point.joint;
    }
    const render::Picked picked = viewport.pickAt(at);
    if (picked.kind == render::Picked::Kind::Joint && target.joint < 0) target.joint = picked.index;
    if (picked.kind == render::Picked::Kind::Body) target.body = picked.index;
    if (target.point.free() && target.body >= 0) {
        target.point.on = {seen.model->bodies[static_cast<std::size_t>(target.body)].name, "", 0};
        // On a link the point is where the cursor is, not on the grid beside it.
        target.point.at = lifted(question.cursor);
        target.snap = {Snap::Kind::Place, question.cursor, -1, {}};
    }
    return target;
}

bool Sketcher::draw(const QString& name, const Change& change) {
    begin();
    const CheckedModel seen = live.checked();
    const auto done = document.edit(name, [&](ModelDescription& model) {
        if (seen.built) writeStart(model, *seen.model, seen.start);
        Drawing drawing{model, seen};
        change(drawing);
    });
    if (!done) refuse(diagnosticText(done.error().front()));
    return done.has_value();
}

}  // namespace momentree::app

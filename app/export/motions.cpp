// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "app/export/line_drawing.hpp"
#include "app/scene/strokes.hpp"
#include "render/joint_symbols.hpp"

namespace momentree::app {
namespace {

/// From the light theme, because paper is white.
QColor motionColor() {
    const auto [r, g, b] = render::paletteOf(render::Theme::Light).motion;
    return {r, g, b};
}

/// An arc about the axis, in perspective.
void paintTurn(const Pencil& pencil, const Marker& marker) {
    const Frame at = pencil.sight.pose(marker.body) * marker.frame;
    if (!pencil.sees(at.r)) return;
    const bool planar = pencil.stage.planar;
    const double unit = pencil.unit * pencil.sight.metresPerPixel;
    const Frame axis = render::frameAlong(at.r, planar ? pencil.stage.front : Vector3d(at.R.col(2)),
                                          pencil.stage.right);
    const double height = planar ? 0.0 : 2.2 * unit;  // next to the tube of a hinge
    QPolygonF arc;
    for (int k = 0; k <= 24; ++k) {
        const double angle = -0.6 + 4.5 * k / 24;
        const Vector3d p(2.2 * unit * std::cos(angle), 2.2 * unit * std::sin(angle), height);
        arc << pencil.view(axis.r + axis.R * p);
    }
    paintArcArrow(pencil, arc, motionColor());
}

/// Arrows in both directions along the axis of a slide, on the far side of its rail.
void paintTravel(const Pencil& pencil, const JointElement& joint) {
    const Marker& marker = render::moverOf(joint);
    const Frame at = pencil.sight.pose(marker.body) * marker.frame;
    if (!pencil.sees(at.r)) return;
    const QPointF along = pencil.direction(at.r, at.R.col(2));
    if (along.isNull()) return;
    QPointF aside(-along.y(), along.x());
    if (aside.y() >= 0.0) aside = -aside;
    const QPointF from = pencil.view(at.r) + 2.2 * pencil.unit * aside;
    for (const double length : {2.6 * pencil.unit, -2.6 * pencil.unit})
        strokeArrow(pencil.painter, from, from + length * along, motionColor(), false);
}

}  // namespace

void paintMotions(const Pencil& pencil) {
    const Model& model = pencil.sight.model;
    for (const MotionElement& motion : model.motions) {
        if (motion.joint < 0) {
            paintTurn(pencil, motion.A);
            continue;
        }
        const JointElement& joint = model.joints[static_cast<std::size_t>(motion.joint)];
        motion.rotation ? paintTurn(pencil, joint.A) : paintTravel(pencil, joint);
    }
}

}  // namespace momentree::app

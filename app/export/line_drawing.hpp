// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPolygonF>

#include "app/scene/sight.hpp"
#include "render/stage.hpp"

namespace momentree::app {

/// Parts of a line drawing other than links, joints and ground.
struct DrawingParts {
    bool centresOfMass = true, forces = true, labels = false;
};

/// Draws a mechanism with conventional symbols, dark on white, from the viewpoint of `sight`, using
/// only lines and filled outlines, so that it is sharp at any size.
/// @param stage proportions and side of ground of the corresponding picture
void paintLineDrawing(QPainter& painter, const Sight& sight, const render::Stage& stage,
                      const DrawingParts& parts);

/// The pose of every body.
std::vector<Frame> posesIn(const Sight& sight);

/// Pen and scale of the symbols.
struct Pencil {
    QPainter& painter;
    const Sight& sight;
    const render::Stage& stage;
    std::vector<Frame> poses;
    double unit = 10.0;  ///< half the width of a bar [pixels]

    QPointF view(const Vector3d& point) const { return sight.toView(point); }
    bool sees(const Vector3d& point) const { return canBeSeen(sight, point); }
    /// Length 1 in the picture, or zero if the direction points at the viewer.
    QPointF direction(const Vector3d& at, const Vector3d& along) const;
};

void paintLink(const Pencil& pencil, int body);
void paintCentreOfMass(const Pencil& pencil, int body);
void paintGround(const Pencil& pencil, const JointElement& joint);
/// Drawn across the end of a spring on ground.
/// @param along direction of the spring, length 1
void paintGroundEnd(const Pencil& pencil, QPointF at, QPointF along);
void paintJoint(const Pencil& pencil, const JointElement& joint);
void paintMotions(const Pencil& pencil);
void paintLoads(const Pencil& pencil);
/// @param arc short chords through at least four points
void paintArcArrow(const Pencil& pencil, const QPolygonF& arc, const QColor& color);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPolygonF>

#include "app/scene/sight.hpp"
#include "render/stage.hpp"

namespace momentree::app {

/// What a line drawing contains in addition to links, joints and ground.
struct DrawingParts {
    bool centresOfMass = true, forces = true, labels = false;
};

/// A mechanism as a line drawing with conventional symbols, dark on white, from where the sight
/// looks: lines and filled outlines only, so that it stays sharp at any size.
/// @param stage proportions, and on which side ground is, of the picture that it stands for
void paintLineDrawing(QPainter& painter, const Sight& sight, const render::Stage& stage,
                      const DrawingParts& parts);

/// What the symbols are drawn with.
struct Pencil {
    QPainter& painter;
    const Sight& sight;
    const render::Stage& stage;
    std::vector<Frame> poses;
    double unit = 10.0;  ///< half the width of a bar [pixels]

    QPointF view(const Vector3d& point) const { return sight.toView(point); }
    bool sees(const Vector3d& point) const { return canBeSeen(sight, point); }
    /// Length 1 on the picture, or zero where the direction points at the viewer.
    QPointF direction(const Vector3d& at, const Vector3d& along) const;
};

void paintLink(const Pencil& pencil, int body);
void paintCentreOfMass(const Pencil& pencil, int body);
void paintGround(const Pencil& pencil, const JointElement& joint);
/// Across the end of a spring on ground. @param along where the spring goes, length 1
void paintGroundEnd(const Pencil& pencil, QPointF at, QPointF along);
void paintJoint(const Pencil& pencil, const JointElement& joint);
void paintMotions(const Pencil& pencil);
void paintLoads(const Pencil& pencil);
/// @param arc short chords, at least four points
void paintArcArrow(const Pencil& pencil, const QPolygonF& arc, const QColor& color);

}  // namespace momentree::app

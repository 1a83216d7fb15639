// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

#include "app/scene/sight.hpp"

namespace momentree::app {

/// A length between two points of a link, or an angle at `from` between directions `a` and `b`.
struct Dimension {
    enum class Kind { Length, Angle } kind = Kind::Length;
    Vector3d from = Vector3d::Zero(), to = Vector3d::Zero();  ///< world [m]
    Vector3d a = Vector3d::Zero(), b = Vector3d::Zero();      ///< Angle: world, length 1
    bool ofGround = false;
    double value() const;  ///< [m] or [rad]
};

/// The dimensions in the current pose: lengths of links from joint to joint, angles between links
/// at their pins, and of links at ground relative to the right of the picture.
std::vector<Dimension> dimensionsOf(const Sight& sight, const Vector3d& right);

/// Draws one dimension beside what it measures.
/// @param middle of the drawing, from which lengths are moved away [logical pixels]
void paintDimension(QPainter& painter, const Sight& sight, const Dimension& dimension,
                    const QColor& color, QPointF middle);
/// The box of its number, as if not rotated [logical pixels]; empty if it is too small to be drawn.
QRectF dimensionLabel(const Sight& sight, const Dimension& dimension, const QFont& font,
                      QPointF middle);

/// Draws dimension lines over planar models.
class Dimensions final : public PictureLayer {
public:
    void setShown(bool shown) { shown_ = shown; }
    void paint(QPainter& painter, const Sight& sight) override;

private:
    bool shown_ = false;
};

}  // namespace momentree::app

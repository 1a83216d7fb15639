// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <functional>
#include <span>

#include "core/diagnostics/row_layout.hpp"

class QPainter;

namespace momentree::app {

/// A model at one instant and its projection onto a picture [logical pixels, origin top left].
struct Sight {
    const Model& model;
    const RowLayout& layout;
    std::span<const double> row;
    std::function<QPointF(const Vector3d&)> toView;  ///< projects a point of the world
    double metresPerPixel = 1.0;
    Vector3d towardsViewer = Vector3d::UnitZ();  ///< world axes, length 1
    QRectF frame;                                ///< of the picture
    bool flat = false;                           ///< a planar model seen perpendicular to its plane
    bool dark = false;
    std::span<const int> series = {};  ///< place of each body in the colours of links
    /// The row with the poses that are drawn, if their drift is exaggerated.
    std::span<const double> drawn = {};

    Frame pose(int body) const;  ///< as it is drawn
    Vector3d place(const Marker& marker) const;
};

/// Whether the picture can show a point: rows contain NaN for unknown values.
bool canBeSeen(const Sight& sight, const Vector3d& point);

/// An overlay of the scene, on screen and in exported pictures.
class PictureLayer {
public:
    virtual ~PictureLayer() = default;
    virtual void paint(QPainter& painter, const Sight& sight) = 0;
};

/// Pose of a body or of ground in a row.
Frame poseIn(const RowLayout& layout, std::span<const double> row, int body);

}  // namespace momentree::app

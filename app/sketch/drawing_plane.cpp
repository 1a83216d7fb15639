// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/drawing_plane.hpp"

#include <cmath>

namespace momentree::app {
namespace {

constexpr double edgeOn = 0.12;  ///< sine of the angle between plane and line of sight

}  // namespace

void DrawingPlane::set(const WorkPlane& plane) {
    if (plane == plane_) return;
    plane_ = plane;
    viewport_.update();
    Q_EMIT changed();
}

bool DrawingPlane::planar() const {
    const auto plane = viewport_.scene().plane();
    return plane_.isFlat() && plane && plane->z() > 0.999;
}

bool DrawingPlane::flat() const { return planar() && viewport_.scene().facesPlane(); }

bool DrawingPlane::facesViewer() const {
    return std::abs(plane_.normal().dot(viewport_.scene().towardsViewer())) > edgeOn;
}

Point DrawingPlane::under(QPointF at) const { return pointUnder(viewport_, plane_, at); }

Point pointUnder(const Viewport& view, const WorkPlane& plane, QPointF at) {
    return plane.of(view.toWorld(at, plane.origin(), plane.normal()));
}

}  // namespace momentree::app

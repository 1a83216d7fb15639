// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "app/document/checked_model.hpp"
#include "app/document/snap.hpp"

namespace momentree::app {

/// The plane for drawing. Planar drawings use the xy plane of the world.
struct WorkPlane {
    enum class Kind { Xy, Xz, Yz, Link, Axis };
    Kind kind = Kind::Xy;
    Frame base;           ///< x and y of the plane and its normal z, before the offset
    double offset = 0.0;  ///< along the normal [m]
    QString name;         ///< of the link or joint that defines it

    Vector3d normal() const { return base.R.col(2); }
    Vector3d origin() const { return base.r + offset * normal(); }
    Frame frame() const { return {base.R, origin()}; }
    Vector3d at(const Point& p) const { return origin() + base.R.leftCols<2>() * p; }
    /// Coordinates of `v` projected onto the plane.
    Point of(const Vector3d& v) const { return base.R.leftCols<2>().transpose() * (v - origin()); }
    double height(const Vector3d& v) const { return normal().dot(v - origin()); }
    /// The xy plane of the world, used by planar drawings.
    bool isFlat() const { return kind == Kind::Xy && offset == 0.0; }
    bool operator==(const WorkPlane& other) const {
        return kind == other.kind && base.R == other.base.R && base.r == other.base.r &&
               offset == other.offset && name == other.name;
    }
};

/// xy, xz or yz; x and y of the plane are the axes in its name, in that order.
WorkPlane principalPlane(WorkPlane::Kind kind);
/// The plane through the points of a link; for a bar, the one with the bar's z axis up. Needs the
/// body's pose.
WorkPlane planeThroughLink(const CheckedModel& seen, int body);
/// Normal to the axis of a joint, through the joint.
WorkPlane planeAcrossAxis(const CheckedModel& seen, int joint);

}  // namespace momentree::app

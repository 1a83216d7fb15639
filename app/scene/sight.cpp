// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/sight.hpp"

namespace momentree::app {
namespace {

constexpr double farAway = 1e5;  ///< [pixels]; beyond, painters lose precision

}  // namespace

Frame poseIn(const RowLayout& layout, std::span<const double> row, int body) {
    if (body == ground) return {};
    const double* at = row.data() + layout.body(body);
    const Eigen::Map<const Vector3d> r(at);
    const Eigen::Map<const Quat<double>> e(at + 3);
    return {rotationOf<double>(Quat<double>(e)), r};
}

Frame Sight::pose(int body) const { return poseIn(layout, drawn.empty() ? row : drawn, body); }

Vector3d Sight::place(const Marker& marker) const { return (pose(marker.body) * marker.frame).r; }

bool canBeSeen(const Sight& sight, const Vector3d& point) {
    if (!point.allFinite()) return false;
    const QPointF at = sight.toView(point);
    return std::abs(at.x()) < farAway && std::abs(at.y()) < farAway;
}

}  // namespace momentree::app

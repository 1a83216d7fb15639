// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/model/model.hpp"

namespace momentree::render {

/// Shape of a body without a shape in the model.
struct Form {
    std::vector<Vector3d> points;         ///< joined points, body axes; joints first
    std::vector<Vector3d> outline;        ///< corners of a plate in order, body axes; may be empty
    double ball = 0.0;                    ///< radius of a bob at the centre of mass, 0 none
    double disc = 0.0, discLength = 0.0;  ///< flywheel along `discAxis` at the centre of mass
    Vector3d discAxis = Vector3d::UnitZ();
    Vector3d box = Vector3d::Zero();  ///< edges of the box of equal inertia, along `boxAxes`
    Matrix3d boxAxes = Matrix3d::Identity();
    // What the solid reaches to, besides `points`.
    std::vector<Vector3d> corners;  ///< body axes
    struct Ball {
        Vector3d at = Vector3d::Zero();  ///< body axes
        double radius = 0.0;             ///< [m]
    };
    std::vector<Ball> balls;

    /// Adds points and corners, and those of balls along some axes.
    /// @param axes columns, in the world
    void addReached(const Frame& pose, const Matrix3d& axes, std::vector<Vector3d>& to) const;
};

/// A point of ground with joints.
struct GroundPoint {
    Vector3d at = Vector3d::Zero();  ///< world
    double lean = 0.0;               ///< mean sine of the angles at which links rise from it
    bool hangs = false;              ///< its links are below it, so the symbol is above
};

/// Sizes and directions for drawing a model, computed from its first pose.
struct Stage {
    bool planar = false;
    Vector3d up, right, front;  ///< world axes; front points at the viewer of the front view
    /// Planar: world axes in the plane, if there are any; up is the one closest to `up`.
    Vector3d gridRight, gridUp;
    double size = 1.0;                 ///< diagonal of the reachable space [m]
    double unit = 0.05;                ///< half the width of a bar [m]
    double plane = 0.0;                ///< planar: height of the plane of motion along `front` [m]
    double floor = 0.0;                ///< spatial: height of the grid along `up` [m]
    bool hanging = false;              ///< ground is mostly above the mechanism
    std::vector<GroundPoint> grounds;  ///< where joints meet ground
    int sides = 32;                    ///< corners of a full circle; fewer with many bodies
    std::vector<int> layers;           ///< planar: layer of each body, 0 the lowest
    int layerCount = 1;
    std::vector<Form> forms;      ///< of each body
    std::vector<Vector3d> reach;  ///< points reached by swinging parts, world; in the first view
    Vector3d middle = Vector3d::Zero();  ///< centre of the reachable space, world

    bool hangsAt(const Vector3d& point) const;    ///< whether links hang from a point of ground
    bool crowded() const { return sides <= 10; }  ///< too many joints to show details
    bool bare() const { return sides < 8; }       ///< too small for knuckles and sockets

    /// Simplifies the shapes of many links while these are small in the picture. Returns whether
    /// the shapes change.
    /// @param pixel the size of a pixel at the middle of the view [m]
    bool takeDetail(double pixel);
    double thickness() const { return 0.7 * unit; }  ///< of planar links [m]
    double pitch() const { return 0.85 * unit; }     ///< between layers [m]
    /// Height of the lower face of a body along `front` (planar models) [m].
    double base(int body) const;
};

/// The pose of a body or of ground.
inline const Frame& poseOf(std::span<const Frame> poses, int body) {
    static const Frame world;
    return body == ground ? world : poses[static_cast<std::size_t>(body)];
}
inline Frame worldFrame(std::span<const Frame> poses, const Marker& marker) {
    return poseOf(poses, marker.body) * marker.frame;
}

/// @param poses of every body, centre of mass frames
/// @param drawnIn normal of the plane in which the model is drawn, see `Framing`
Stage makeStage(const Model& model, std::span<const Frame> poses,
                const std::optional<Vector3d>& drawnIn = std::nullopt);
/// The points of planes below what may touch them, if these are within `reach` [m].
std::vector<Vector3d> contactPoints(const Model& model, std::span<const Frame> poses, double reach);
/// Keeps symbols of ground on their side; new ones are above only if their links are clearly below.
void keepGrounds(Stage& stage, const Stage& before);

}  // namespace momentree::render

// SPDX-License-Identifier: Apache-2.0
#include "render/ground_symbols.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/model/rolling.hpp"

namespace momentree::render {
namespace {

/// The frame in the layer of ground at a point; its second axis points away from the links.
Frame groundFrame(const SymbolContext& c, const Vector3d& point, const Vector3d& x,
                  const Vector3d& y) {
    Frame at;
    at.R << x, y, x.cross(y);
    const double depth = c.stage.base(ground) - c.stage.front.dot(point);
    at.r = point + depth * c.stage.front;
    return at;
}

/// A line from -half to half along x at height y, with slanted strokes on its far side.
/// @return their number
int addHatch(Mesh& mesh, const SymbolContext& c, const Frame& at, double half, double y,
             bool behind) {
    const double u = c.stage.unit, line = 0.13 * u, stroke = 0.8 * u;
    const double z0 = behind ? 0.05 * u : 0.0, z1 = z0 + 0.3 * u;
    const Color& color = c.palette.groundDark;
    const auto bar = [&](const Vector2d& a, const Vector2d& b, double radius) {
        const bool plain = c.stage.crowded();
        addPlate(mesh, at, roundedHull(std::array{a, b}, radius, plain ? 4 : 8), z0, z1,
                 plain ? 0.0 : 0.3 * radius, color, color);
    };
    bar({-half, y}, {half, y}, line);
    // A rail may be as long as a drawing that has grown to a thousand times its first size.
    constexpr double fewest = 3.0, most = 300.0;
    const int strokes =
        static_cast<int>(std::lround(std::clamp(2.0 * half / (0.75 * u), fewest, most)));
    for (int k = 0; k < strokes; ++k) {
        const double x = -half + 2.0 * half * (k + 0.75) / strokes;
        bar({x, y}, {x - 0.6 * stroke, y - stroke}, 0.6 * line);
    }
    return strokes;
}

}  // namespace

void addPlanarPedestal(Mesh& mesh, const SymbolContext& c, const Vector3d& point) {
    const double u = c.stage.unit, side = c.stage.hangsAt(point) ? -1.0 : 1.0;
    const Frame at = groundFrame(c, point, side * c.stage.gridRight, side * c.stage.gridUp);
    const std::array<Vector2d, 3> corners{Vector2d(0.0, 0.0), Vector2d(-1.35 * u, -2.3 * u),
                                          Vector2d(1.35 * u, -2.3 * u)};
    addPlate(mesh, at, roundedHull(corners, 0.75 * u, c.stage.sides), 0.0, c.stage.thickness(),
             0.16 * u, c.palette.ground, c.palette.groundDark);
    addHatch(mesh, c, at, 2.9 * u, -3.15 * u, false);
}

void addGroundRail(Mesh& mesh, const SymbolContext& c, const Vector3d& middle,
                   const Vector3d& along, double half) {
    Vector3d x = along.normalized();
    Vector3d y = c.stage.front.cross(x);
    if (y.dot(c.stage.up) + 1e-3 * y.dot(c.stage.right) < 0.0) {
        x = -x;
        y = -y;
    }
    addHatch(mesh, c, groundFrame(c, middle, x, y), half, -1.6 * c.stage.unit, true);
}

void addGroundEnd(Mesh& mesh, const SymbolContext& c, const Vector3d& point,
                  const Vector3d& towards) {
    const double u = c.stage.unit;
    Vector3d y = towards - point;
    if (!c.stage.planar) {
        if (y.norm() < 1e-9 * c.stage.size) y = -c.stage.up;
        addCylinder(mesh, frameAlong(point, y), 1.6 * u, -0.5 * u, 0.0, c.palette.groundDark,
                    c.stage.sides);
        return;
    }
    y -= c.stage.front * c.stage.front.dot(y);
    if (y.norm() < 1e-9 * c.stage.size) y = -c.stage.gridUp;
    y.normalize();
    addHatch(mesh, c, groundFrame(c, point, y.cross(c.stage.front), y), 1.9 * u, 0.0, false);
}

std::vector<Frame> groundPlanes(const Model& model, double size) {
    std::vector<Frame> planes;
    const auto add = [&](const Marker& A) {
        if (A.body != ground) return;
        const Frame plane = A.frame;
        const auto same = [&](const Frame& other) {
            const Vector3d normal = other.R.col(2);
            return normal.cross(plane.R.col(2)).norm() < 1e-6 &&
                   std::abs(normal.dot(plane.r - other.r)) < 1e-6 * size;
        };
        if (std::ranges::none_of(planes, same)) planes.push_back(plane);
    };
    for (const JointElement& joint : model.joints)
        if (rolls(joint.type)) add(joint.A);
    for (const ContactLoad& contact : model.contactLoads)
        if (!contact.spheres) add(contact.A);
    for (const Stop& stop : model.stops)
        if (stop.joint < 0 && !stop.spheres) add(stop.A);
    return planes;
}

Frame movedBelow(Frame frame, const Vector2d& period, const Vector3d& point) {
    const Vector3d apart = point - frame.r;
    for (int k = 0; k < 2; ++k) {
        if (period[k] <= 0.0) continue;
        const Vector3d along = frame.R.col(k);
        frame.r += period[k] * std::round(along.dot(apart) / period[k]) * along;
    }
    return frame;
}

GroundLine addGroundPlane(Mesh& mesh, const SymbolContext& c, const Frame& plane) {
    const Vector3d normal = plane.R.col(2), middle = c.stage.middle;
    const Vector3d x = normal.cross(c.stage.front);
    if (x.norm() < 0.5) return {};  // seen from above
    const Vector3d below = middle - normal.dot(middle - plane.r) * normal;
    constexpr double wide = 3.0;
    const double half = wide * c.stage.size;
    const int strokes = addHatch(mesh, c, {}, half, -0.13 * c.stage.unit, true);
    return {groundFrame(c, below, x.normalized(), c.stage.front.cross(x).normalized()),
            2.0 * half / strokes};
}

void addPedestal(Mesh& mesh, const SymbolContext& c, const Vector3d& point) {
    const double u = c.stage.unit;
    const Vector3d axis = c.stage.hangsAt(point) ? Vector3d(-c.stage.up) : c.stage.up;
    const Frame at = frameAlong(point, axis, c.stage.right);
    const std::array<Turn, 4> foot{Turn{1.25 * u, -3.0 * u}, Turn{0.95 * u, -2.6 * u},
                                   Turn{0.6 * u, -1.0 * u}, Turn{0.0, -0.6 * u}};
    addTurned(mesh, at, foot, c.palette.ground, c.stage.sides);
    Frame plate = at;
    plate.r -= 3.5 * u * axis;
    addCylinder(mesh, plate, 2.2 * u, 0.0, 0.5 * u, c.palette.groundDark, c.stage.sides);
}

}  // namespace momentree::render

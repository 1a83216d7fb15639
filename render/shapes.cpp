// SPDX-License-Identifier: Apache-2.0
#include "render/shapes.hpp"

#include <algorithm>
#include <array>

#include "core/model/plate_outline.hpp"
#include "render/parts.hpp"

namespace momentree::render {
namespace {

constexpr Color blackColor{0, 0, 0};

struct LinkPen {
    Mesh& mesh;
    const Stage& stage;
    Color color;
    double half;  ///< half the width of bars [m]

    Color rim() const { return mix(color, blackColor, 0.25); }
    double chamfer() const { return stage.crowded() ? 0.0 : 0.16 * half; }
    double line() const { return stage.sides < 16 ? 0.0 : 0.09 * half; }
    Finish finish() const {
        return {mix(color, blackColor, 0.25), outlineOf(color), litOf(color), color, color};
    }
    int round() const { return stage.bare() ? stage.sides : std::max(8, stage.sides / 2); }
};

std::vector<Vector2d> allInLayer(const Frame& layer, std::span<const Vector3d> points) {
    std::vector<Vector2d> flat;
    for (const Vector3d& p : points) flat.push_back(inLayer(layer, p));
    return flat;
}

void addCut(const LinkPen& pen, const Frame& layer, const Outline& outline, const Finish& finish) {
    const double top = pen.stage.thickness() * pen.half / pen.stage.unit;
    if (pen.chamfer() <= 0.0)
        return addPlate(pen.mesh, layer, outline, 0.0, top, 0.0, pen.color, pen.rim());
    addPart(pen.mesh, layer, outline, 0.0, top, pen.chamfer(), pen.line(), finish);
}

/// A bar between two points is shaded as if it were round, with the light from the upper left.
void addBar(const LinkPen& pen, const Frame& layer, std::span<const Vector3d> points) {
    const std::vector<Vector2d> flat = allInLayer(layer, points);
    Finish finish = pen.finish();
    if (flat.size() == 2 && flat[0] != flat[1]) {
        const Vector2d along = (flat[1] - flat[0]).normalized();
        Vector2d across(-along.y(), along.x());
        if (across.dot(Vector2d(-0.6, 0.8)) < 0.0) across = -across;
        finish.across = across / pen.half;
        finish.middle = flat[0];
        finish.light = litOf(pen.color);
        finish.dark = shadedOf(pen.color);
    }
    addCut(pen, layer, roundedHull(flat, pen.half, pen.stage.sides), finish);
}

/// A plate cut along its outline.
void addOutlined(const LinkPen& pen, const Frame& layer, std::span<const Vector3d> corners) {
    const Ring ring = simpleRing(allInLayer(layer, corners));
    addCut(pen, layer, roundedRing(ring, rimOf(ring, pen.half), pen.stage.sides), pen.finish());
}

void addRod(const LinkPen& pen, const Vector3d& from, const Vector3d& to) {
    const double length = (to - from).norm();
    if (length <= 0.0) return;
    const double radius = 0.62 * pen.half;
    const std::array<Turn, 2> profile{Turn{radius, 0.0}, Turn{radius, length}};
    addTurned(pen.mesh, frameAlong(from, to - from), profile, pen.color, pen.round());
}

void addRods(const LinkPen& pen, std::span<const Vector3d> points) {
    if (points.size() == 2) {
        addRod(pen, points[0], points[1]);
    } else {
        Vector3d hub = Vector3d::Zero();
        for (const Vector3d& p : points) hub += p / static_cast<double>(points.size());
        for (const Vector3d& p : points) addRod(pen, hub, p);
        if (points.size() > 2)
            addSphere(pen.mesh, {Matrix3d::Identity(), hub}, 0.9 * pen.half, pen.color,
                      pen.round());
    }
    if (pen.stage.bare()) return;
    for (const Vector3d& p : points)
        addSphere(pen.mesh, {Matrix3d::Identity(), p}, 0.8 * pen.half, pen.color, pen.round());
}

/// A plate in the plane of three or more points of a spatial body.
void addWeb(const LinkPen& pen, const Form& form) {
    const std::vector<Vector3d>& points = form.outline.empty() ? form.points : form.outline;
    Vector3d normal = Vector3d::Zero(), first = Vector3d::Zero();
    for (const Vector3d& p : points) {
        const Vector3d n = (points[1] - points[0]).cross(p - points[0]);
        if (n.norm() > normal.norm()) normal = n;
        if ((p - points[0]).norm() > first.norm()) first = p - points[0];
    }
    if (normal.norm() <= 1e-9 * first.squaredNorm()) return addRods(pen, points);
    const Frame at = frameAlong(points[0], normal, first);
    const Frame middle{at.R, at.r - 0.5 * pen.stage.thickness() * at.R.col(2)};
    form.outline.empty() ? addBar(pen, middle, points) : addOutlined(pen, middle, points);
}

/// Bars from the centre of mass to the points outside a given solid.
void addArms(const LinkPen& pen, const Frame& layer, const Form& form, double inside) {
    for (const Vector3d& p : form.points) {
        if (p.norm() <= inside) continue;
        const std::array<Vector3d, 2> ends{Vector3d::Zero(), p};
        pen.stage.planar ? addBar(pen, layer, ends) : addRods(pen, ends);
    }
}

void addAuto(const LinkPen& pen, const Form& form, const Frame& layer, bool web) {
    if (form.box.maxCoeff() > 0.0)
        return addBox(pen.mesh, {form.boxAxes, Vector3d::Zero()}, form.box, pen.color);
    if (pen.stage.planar && !form.outline.empty())
        addOutlined(pen, layer, form.outline);
    else if (pen.stage.planar)
        addBar(pen, layer, form.points);
    else if (web && form.points.size() > 2)
        addWeb(pen, form);
    else
        addRods(pen, form.points);
    if (form.disc > 0.0) {
        const double half = 0.5 * std::max(form.discLength, 0.9 * pen.half);
        addCylinder(pen.mesh, frameAlong(Vector3d::Zero(), form.discAxis), form.disc, -half, half,
                    pen.color, 2 * pen.stage.sides);
    }
    if (form.ball > 0.0 && pen.stage.planar)
        addPlate(pen.mesh, layer,
                 roundedHull(std::array{inLayer(layer, Vector3d::Zero())}, 2.4 * pen.half,
                             pen.stage.sides),
                 0.0, pen.stage.thickness(), pen.chamfer(), pen.color, pen.rim());
    else if (form.ball > 0.0)
        addSphere(pen.mesh, {}, 2.2 * pen.half, pen.color, pen.stage.sides);
}

Vector3d valuesOf(const Scalar3& s) { return {s[0].value, s[1].value, s[2].value}; }

}  // namespace

Frame layerFrame(const Stage& stage, std::span<const Frame> poses, int body) {
    const Frame& pose = poseOf(poses, body);
    Frame layer;
    layer.R.col(0) = pose.R.transpose() * stage.right;
    layer.R.col(1) = pose.R.transpose() * stage.up;
    layer.R.col(2) = pose.R.transpose() * stage.front;
    layer.r = (stage.base(body) - stage.front.dot(pose.r)) * layer.R.col(2);
    return layer;
}

Vector2d inLayer(const Frame& layer, const Vector3d& point) {
    return (layer.R.transpose() * (point - layer.r)).head<2>();
}

std::array<Vector3d, 8> cornersOfBox(const Vector3d& edges) {
    std::array<Vector3d, 8> corners;
    for (std::size_t k = 0; k < corners.size(); ++k)
        corners[k] = 0.5 * Vector3d(k & 1 ? edges.x() : -edges.x(), k & 2 ? edges.y() : -edges.y(),
                                    k & 4 ? edges.z() : -edges.z());
    return corners;
}

void addLink(Mesh& mesh, const Model& model, const Stage& stage, std::span<const Frame> poses,
             int body, const Color& color) {
    const auto index = static_cast<std::size_t>(body);
    const ShapeDescription& shape = model.bodies[index].shape;
    const Form& form = stage.forms[index];
    const Vector3d size = valuesOf(shape.size);
    using Kind = ShapeDescription::Kind;
    LinkPen pen{mesh, stage, color, stage.unit};
    if (shape.kind == Kind::Bar && size.x() > 0.0) pen.half = 0.5 * size.x();
    Frame layer;
    if (stage.planar) layer = layerFrame(stage, poses, body);

    if (shape.kind == Kind::Box && size.minCoeff() > 0.0) {
        addBox(mesh, {}, size, color);
        addArms(pen, layer, form, 0.5 * size.norm());
    } else if (shape.kind == Kind::Sphere && size.x() > 0.0) {
        addSphere(mesh, {}, size.x(), color, 2 * stage.sides);
        addArms(pen, layer, form, size.x());
    } else if (shape.kind == Kind::Cylinder && size.minCoeff() >= 0.0 && size.y() > 0.0) {
        addCylinder(mesh, {}, size.x(), -0.5 * size.y(), 0.5 * size.y(), color, stage.sides);
        addArms(pen, layer, form, std::max(size.x(), 0.5 * size.y()));
    } else if (shape.kind == Kind::Parts) {
        addParts(mesh, model.bodies[index], color, stage.sides);
        if (mesh.empty()) addAuto(pen, form, layer, false);  // no mesh could be read
    } else if (shape.kind != Kind::None) {
        addAuto(pen, form, layer, shape.kind == Kind::Polygon);
    }
}

std::optional<Outline> outlineOnPlane(const Model& model, const Stage& stage,
                                      std::span<const Frame> poses, int body) {
    const auto index = static_cast<std::size_t>(body);
    const ShapeDescription& shape = model.bodies[index].shape;
    const Form& form = stage.forms[index];
    using Kind = ShapeDescription::Kind;
    if (!stage.planar || form.box.maxCoeff() > 0.0 || form.disc > 0.0) return std::nullopt;
    if (shape.kind != Kind::Auto && shape.kind != Kind::Bar && shape.kind != Kind::Polygon)
        return std::nullopt;
    const double half = shape.kind == Kind::Bar && shape.size[0].value > 0.0
                            ? 0.5 * shape.size[0].value
                            : stage.unit;
    const Frame layer = layerFrame(stage, poses, body);
    if (form.outline.empty()) return roundedHull(allInLayer(layer, form.points), half, stage.sides);
    const Ring ring = simpleRing(allInLayer(layer, form.outline));
    return roundedRing(ring, rimOf(ring, half), stage.sides);
}

void addCentreOfMass(Mesh& mesh, const Stage& stage, std::span<const Frame> poses, int body,
                     const Palette& palette) {
    const Form& form = stage.forms[static_cast<std::size_t>(body)];
    const int sides = std::max(8, stage.sides);
    if (stage.planar) {
        // A flat mark on the face seen by the viewer; the sphere is sunk into the plate.
        Frame at = layerFrame(stage, poses, body);
        const Vector2d centre = inLayer(at, Vector3d::Zero());
        at.r += at.R * Vector3d(centre.x(), centre.y(), stage.thickness());
        addQuarteredSphere(mesh, at, 0.5 * stage.unit, palette.markDark, palette.markLight, sides);
        return;
    }
    const double solid = form.ball > 0.0 ? 2.2 * stage.unit : 0.0;
    addQuarteredSphere(mesh, {}, std::max(0.85 * stage.unit, 1.02 * solid), palette.markDark,
                       palette.markLight, sides);
}

}  // namespace momentree::render

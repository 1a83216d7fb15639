// SPDX-License-Identifier: Apache-2.0
#include "core/model/shape_mass.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>
#include <span>

#include "core/math/quaternion.hpp"
#include "core/model/plate_outline.hpp"

namespace momentree {
namespace {

using ShapeKind = ShapeDescription::Kind;
using Part = PartDescription::Kind;

Vector3d numbersOf(const Scalar3& v) { return {v[0].value, v[1].value, v[2].value}; }

Matrix3d axesOfPart(const PartDescription& part) {
    if (!part.orientation) return Matrix3d::Identity();
    Quat<double> e;
    for (std::size_t k = 0; k < 4; ++k)
        e[static_cast<Eigen::Index>(k)] = (*part.orientation)[k].value;
    return rotationOf<double>(Quat<double>(e.normalized()));
}

MassProperties plateMass(const BodyDescription& body, std::size_t corners, double density) {
    LinkPlate plate = plateOf(body.shape);
    plate.density = density;
    std::vector<Vector3d> points = cornersOf(body, corners);
    const Vector3d origin = points.front();
    const Matrix3d R = axesOfPlate(points);
    for (Vector3d& p : points) p = R.transpose() * (p - origin);
    MassProperties mass =
        massOf(plate, points, outlineOf(body).empty() ? PlateCut::Hull : PlateCut::Outline);
    mass.com = origin + R * mass.com;
    mass.J_C = R * mass.J_C * R.transpose();
    return mass;
}

MassProperties solidMass(const BodyDescription& body, double density) {
    const ShapeKind kind = body.shape.kind;
    MassProperties mass = massOfSolid(kind == ShapeKind::Box      ? Part::Box
                                      : kind == ShapeKind::Sphere ? Part::Sphere
                                                                  : Part::Cylinder,
                                      numbersOf(body.shape.size), density);
    mass.com = numbersOf(body.com);
    return mass;
}

struct KnownInsides {
    std::mutex guard;
    std::map<std::string, MeshIntegrals> all;
};
KnownInsides& knownInsides() {
    static KnownInsides known;
    return known;
}

}  // namespace

void keepInside(const std::string& path, const MeshIntegrals& inside) {
    KnownInsides& known = knownInsides();
    const std::scoped_lock lock(known.guard);
    known.all.insert_or_assign(path, inside);
}

std::optional<MeshIntegrals> insideOf(const std::string& path) {
    KnownInsides& known = knownInsides();
    const std::scoped_lock lock(known.guard);
    const auto found = known.all.find(path);
    return found == known.all.end() ? std::nullopt : std::optional(found->second);
}

MassProperties together(const MassProperties& a, const MassProperties& b) {
    MassProperties sum;
    sum.mass = a.mass + b.mass;
    if (!(sum.mass > 0.0)) return sum;
    sum.com = (a.mass * a.com + b.mass * b.com) / sum.mass;
    for (const MassProperties* part : {&a, &b}) {
        const Vector3d arm = part->com - sum.com;
        sum.J_C += part->J_C +
                   part->mass * (arm.squaredNorm() * Matrix3d::Identity() - arm * arm.transpose());
    }
    return sum;
}

MassProperties moved(const MassProperties& mass, const Vector3d& position, const Matrix3d& R) {
    return {mass.mass, position + R * mass.com, R * mass.J_C * R.transpose()};
}

MassProperties massOfSolid(PartDescription::Kind kind, const Vector3d& size, double density) {
    const Vector3d squares = size.cwiseProduct(size);
    MassProperties mass;
    Vector3d J = Vector3d::Zero();
    if (kind == Part::Box) {
        mass.mass = density * size.prod();
        J = mass.mass / 12.0 * (Vector3d::Constant(squares.sum()) - squares);
    } else if (kind == Part::Sphere) {
        mass.mass = density * 4.0 / 3.0 * std::numbers::pi * squares[0] * size[0];
        J.setConstant(0.4 * mass.mass * squares[0]);
    } else {
        mass.mass = density * std::numbers::pi * squares[0] * size[1];
        const double across = mass.mass * (squares[0] / 4.0 + squares[1] / 12.0);
        J << across, across, 0.5 * mass.mass * squares[0];
    }
    mass.J_C = J.asDiagonal();
    return mass;
}

MassProperties massOf(const MeshIntegrals& integrals, const Vector3d& factors, double density) {
    const double scale = density * std::abs(factors.prod());
    MassProperties mass;
    mass.mass = scale * integrals.volume;
    if (!(mass.mass > 0.0)) return mass;
    const Vector3d first = scale * factors.cwiseProduct(integrals.first);
    mass.com = first / mass.mass;
    const Matrix3d second =
        scale * (factors.asDiagonal() * integrals.second * factors.asDiagonal()) -
        mass.mass * mass.com * mass.com.transpose();
    mass.J_C = second.trace() * Matrix3d::Identity() - second;
    return mass;
}

MassProperties massOfParts(const ShapeDescription& shape, double density) {
    MassProperties sum;
    for (const PartDescription& part : shape.parts) {
        const MassProperties own = part.kind == Part::Mesh
                                       ? massOf(insideOf(part.mesh).value_or(MeshIntegrals()),
                                                numbersOf(part.size), density)
                                       : massOfSolid(part.kind, numbersOf(part.size), density);
        sum = together(sum, moved(own, numbersOf(part.position), axesOfPart(part)));
    }
    return sum;
}

bool isSolid(const ShapeDescription& shape) {
    return shape.kind == ShapeKind::Box || shape.kind == ShapeKind::Sphere ||
           shape.kind == ShapeKind::Cylinder;
}

LinkPlate plateOf(const ShapeDescription& shape) {
    LinkPlate plate;
    const double width = shape.size[0].value, thickness = shape.size[1].value;
    if (shape.kind == ShapeKind::Bar && width > 0.0) plate.width = plate.thickness = width;
    if ((shape.kind == ShapeKind::Bar || shape.kind == ShapeKind::Polygon) && thickness > 0.0)
        plate.thickness = thickness;
    return plate;
}

std::vector<Vector3d> cornersOf(const BodyDescription& body, std::size_t count) {
    std::vector<Vector3d> points = outlineOf(body);
    if (!points.empty()) return points;
    for (const MarkerDescription& marker : std::span(body.markers).first(count))
        points.push_back(numbersOf(marker.position));
    return points;
}

MassProperties massOfShape(const BodyDescription& body, std::size_t corners, double density) {
    if (body.shape.kind == ShapeKind::Parts) return massOfParts(body.shape, density);
    return isSolid(body.shape) ? solidMass(body, density) : plateMass(body, corners, density);
}

std::optional<Message> takeDensity(BodyDescription& body) {
    if (!body.density) return std::nullopt;
    const double density = body.density->value;
    if (!(density > 0.0))
        return MOMENTREE_TEXT("density-not-positive", "the density must be positive [kg/m^3]");
    const bool drawn = isSolid(body.shape) || body.shape.kind == ShapeKind::Parts ||
                       (body.shape.kind != ShapeKind::None && !body.markers.empty());
    const MassProperties mass =
        drawn ? massOfShape(body, body.markers.size(), density) : MassProperties();
    if (!(mass.mass > 0.0))
        return MOMENTREE_TEXT("density-without-volume",
                              "its density needs a shape with a volume: markers that bars or a "
                              "plate join, a box, sphere or cylinder, or parts");
    body.mass = mass.mass;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        if (!isSolid(body.shape)) body.com[i] = mass.com[row];
        for (std::size_t j = 0; j < 3; ++j)
            body.inertia[i][j] = mass.J_C(row, static_cast<Eigen::Index>(j));
    }
    return std::nullopt;
}

}  // namespace momentree

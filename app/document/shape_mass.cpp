// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/shape_mass.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/document/lookup.hpp"
#include "app/document/mesh_volume.hpp"
#include "core/math/shortest_turn.hpp"
#include "core/model/plate_outline.hpp"
#include "core/model/shape_mass.hpp"

namespace momentree::app {
namespace {

using ShapeKind = ShapeDescription::Kind;

constexpr double alike = 1e-6;  ///< relative

/// Rounds to ten digits, as shown in fields and files.
double roundedMass(double value) {
    if (std::abs(value) < 1e-15) return 0.0;
    const double unit = std::pow(10.0, 9.0 - std::floor(std::log10(std::abs(value))));
    return std::round(value * unit) / unit;
}

bool isSolid(const BodyDescription& body) { return momentree::isSolid(body.shape); }

bool hasParts(const BodyDescription& body) { return body.shape.kind == ShapeKind::Parts; }

bool isCorner(const BodyDescription& body, const std::string& marker) {
    return std::ranges::find(body.shape.corners, marker) != body.shape.corners.end();
}

MassProperties shapeMass(const BodyDescription& body, std::size_t corners, double density) {
    if (hasParts(body)) return partsMass(body.shape, density).value_or(MassProperties());
    return massOfShape(body, corners, density);
}

/// Whether centre and inertia are plain numbers that match `unit` for any mass.
bool matches(const BodyDescription& body, const MassProperties& unit) {
    const double ratio = body.mass.value / unit.mass, trace = unit.J_C.trace();
    const double size = std::sqrt(trace / unit.mass);
    if (!(unit.mass > 0.0) || !(ratio > 0.0)) return false;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        const double off = std::abs(body.com[i].value - unit.com[row]);
        if (!isSolid(body) && (!body.com[i].text.empty() || !(off <= alike * size))) return false;
        for (std::size_t j = 0; j < 3; ++j) {
            const double wanted = ratio * unit.J_C(row, static_cast<Eigen::Index>(j));
            const Scalar& is = body.inertia[i][j];
            if (!is.text.empty() || !(std::abs(is.value - wanted) <= alike * ratio * trace))
                return false;
        }
    }
    return true;
}

bool same(const Scalar3& a, const Scalar3& b) {
    return std::ranges::equal(a, b, [](const Scalar& one, const Scalar& other) {
        return one.text == other.text && one.value == other.value;
    });
}

void write(BodyDescription& body, const MassProperties& mass) {
    for (std::size_t i = 0; i < 3; ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        if (!isSolid(body)) body.com[i] = roundedMass(mass.com[row]);
        for (std::size_t j = 0; j < 3; ++j)
            body.inertia[i][j] = roundedMass(mass.J_C(row, static_cast<Eigen::Index>(j)));
    }
}

bool isPlain(const Scalar3& v) {
    return std::ranges::all_of(v, [](const Scalar& part) { return part.text.empty(); });
}

bool sameShapeAndMass(const BodyDescription& a, const BodyDescription& b) {
    return a.shape.corners == b.shape.corners && a.mass.value == b.mass.value &&
           a.mass.text == b.mass.text && same(a.com, b.com) && a.shape.kind == b.shape.kind &&
           same(a.shape.size, b.shape.size) && a.shape.parts == b.shape.parts &&
           std::ranges::equal(a.inertia, b.inertia, same) &&
           std::ranges::equal(a.markers, b.markers, same, &MarkerDescription::position,
                              &MarkerDescription::position);
}

/// The edges of the plate and the markers on them.
void carryAttachments(const BodyDescription& before, BodyDescription& body, std::size_t corners) {
    if (corners < 2) return;
    const std::vector<Vector3d> from = cornersOf(before, corners), to = cornersOf(body, corners);
    const double half = 0.5 * plateOf(before.shape).width;
    const bool outlined = !outlineOf(body).empty();
    for (std::size_t m = outlined ? 0 : corners; m < body.markers.size(); ++m) {
        Scalar3& position = body.markers[m].position;
        if (!isPlain(position) || !same(position, before.markers[m].position)) continue;
        if (outlined && isCorner(body, body.markers[m].name)) continue;
        const Vector3d p = valueOf(position);
        for (std::size_t k = 0; k < (corners == 2 ? 1 : corners); ++k) {
            const std::size_t next = (k + 1) % corners;
            const Vector3d old = from[next] - from[k], now = to[next] - to[k];
            const double part = (p - from[k]).dot(old) / old.squaredNorm();
            const Vector3d off = p - from[k] - part * old;
            if (!(part >= 0.0 && part <= 1.0) || !(off.norm() <= half)) continue;
            const Vector3d moved = to[k] + part * now + shortestTurn(old, now) * off;
            for (std::size_t i = 0; i < 3; ++i)
                position[i] = std::round(moved[static_cast<Eigen::Index>(i)] * 1e9) / 1e9 + 0.0;
            break;
        }
    }
}

bool hasMarkersOf(const BodyDescription& before, const BodyDescription& body) {
    return body.markers.size() >= before.markers.size() &&
           std::ranges::equal(before.markers, std::span(body.markers).first(before.markers.size()),
                              {}, &MarkerDescription::name, &MarkerDescription::name);
}

}  // namespace

std::optional<ShapeMass> shapeMassOf(const BodyDescription& body) {
    if (!hasVolume(body)) return std::nullopt;
    const std::size_t outlined = outlineOf(body).size();
    const std::size_t least = std::max<std::size_t>(outlined, 1);
    const std::size_t most = isSolid(body) || hasParts(body) ? 1
                             : outlined > 0                  ? outlined
                                                             : body.markers.size();
    for (std::size_t corners = least; corners <= most; ++corners) {
        const MassProperties unit = shapeMass(body, corners, 1.0);
        if (matches(body, unit))
            return ShapeMass{corners, roundedMass(body.mass.value / unit.mass),
                             !body.mass.text.empty()};
    }
    return std::nullopt;
}

bool hasVolume(const BodyDescription& body) {
    if (isSolid(body)) return shapeMass(body, 1, 1.0).mass > 0.0;
    if (hasParts(body)) return shapeMass(body, 1, 1.0).mass > 0.0;
    return body.shape.kind != ShapeKind::None && !body.markers.empty();
}

std::optional<double> densityOf(const BodyDescription& body) {
    const auto found = shapeMassOf(body);
    return found && !found->massTyped ? std::optional(found->density) : std::nullopt;
}

void takeMassFromShape(BodyDescription& body, double density, std::size_t corners) {
    const MassProperties mass =
        shapeMass(body, corners > 0 ? corners : body.markers.size(), density);
    if (body.density) body.density = density;
    body.mass = body.density ? mass.mass : roundedMass(mass.mass);
    write(body, mass);
}

void followShape(const BodyDescription& before, BodyDescription& body) {
    if (sameShapeAndMass(before, body)) return;
    const std::optional<ShapeMass> followed = shapeMassOf(before);
    if (!followed || shapeMassOf(body) || !hasMarkersOf(before, body)) return;
    if (hasParts(body) && !hasVolume(body)) return;
    if (!same(before.com, body.com) || !std::ranges::equal(before.inertia, body.inertia, same))
        return;
    if (!isSolid(body) && !hasParts(body)) carryAttachments(before, body, followed->corners);
    const double unit = shapeMass(body, followed->corners, 1.0).mass;
    const bool typed = !body.mass.text.empty() || body.mass.value != before.mass.value ||
                       (body.density && !body.density->text.empty());
    if (!typed) return takeMassFromShape(body, followed->density, followed->corners);
    write(body, shapeMass(body, followed->corners, body.mass.value / unit));
}

void followShapes(const ModelDescription& before, ModelDescription& after) {
    for (BodyDescription& body : after.bodies)
        if (const BodyDescription* old = findBody(before, body.name)) followShape(*old, body);
}

}  // namespace momentree::app

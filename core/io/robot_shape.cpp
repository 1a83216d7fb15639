// SPDX-License-Identifier: Apache-2.0
#include "core/io/robot_shape.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace momentree {
namespace {

constexpr std::size_t mostNames = 6;  ///< in a message
Vector3d valueOf(const Scalar3& s) { return {s[0].value, s[1].value, s[2].value}; }

/// @param origin of the body, from its centre of mass [m]
/// @param color of parts without a colour
std::vector<RobotVisual> solidsOf(const std::vector<PartDescription>& parts, const Vector3d& origin,
                                  const std::string& color) {
    std::vector<RobotVisual> solids;
    for (const PartDescription& part : parts) {
        RobotVisual& made = solids.emplace_back();
        made.kind = part.kind;
        made.size = valueOf(part.size);
        made.mesh = part.mesh;
        made.color = part.color.empty() ? color : part.color;
        made.at.r = origin + valueOf(part.position);
        if (const auto& e = part.orientation)
            made.at.R =
                Eigen::Quaterniond((*e)[0].value, (*e)[1].value, (*e)[2].value, (*e)[3].value)
                    .normalized()
                    .toRotationMatrix();
    }
    return solids;
}

constexpr double sameCentre = 1e-6;  ///< of a shape and of the mass [m]

double cleaned(double value) {
    const double near = std::round(value);
    return (std::abs(value - near) < 1e-15 ? near : value) + 0.0;
}

}  // namespace

Scalar3 scalars(const Vector3d& v) { return {cleaned(v.x()), cleaned(v.y()), cleaned(v.z())}; }

std::string allowedName(std::string name) {
    std::ranges::replace_if(
        name, [](char c) { return c == '.' || c == '/'; }, '_');
    return name;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t k = 0; k < std::min(names.size(), mostNames); ++k)
        text += (k == 0 ? "'" : ", '") + names[k] + "'";
    return names.size() > mostNames ? text + ", ..." : text;
}

PartDescription partOf(const RobotVisual& visual, const Frame& at) {
    const Frame frame = at * visual.at;
    PartDescription part;
    part.kind = visual.kind;
    part.size = scalars(visual.size);
    part.mesh = visual.mesh;
    part.position = scalars(frame.r);
    if (visual.kind != PartDescription::Kind::Sphere &&
        !frame.R.isApprox(Matrix3d::Identity(), sameCentre)) {
        const Eigen::Quaterniond q(frame.R);
        part.orientation = {cleaned(q.w()), cleaned(q.x()), cleaned(q.y()), cleaned(q.z())};
    }
    part.color = visual.color;
    part.line = visual.line;
    return part;
}

void settle(ShapeDescription& shape, const Vector3d& com) {
    if (shape.parts.empty()) return;
    shape.kind = ShapeDescription::Kind::Parts;
    using Kind = PartDescription::Kind;
    const PartDescription& first = shape.parts.front();
    const Vector3d centre(first.position[0].value, first.position[1].value,
                          first.position[2].value);
    if (shape.parts.size() > 1 || first.kind == Kind::Mesh || first.orientation ||
        !((centre - com).norm() < sameCentre))
        return;
    shape.kind = first.kind == Kind::Box      ? ShapeDescription::Kind::Box
                 : first.kind == Kind::Sphere ? ShapeDescription::Kind::Sphere
                                              : ShapeDescription::Kind::Cylinder;
    shape.size = first.size;
    if (!first.color.empty()) shape.color = first.color;
    shape.parts.clear();
}

std::vector<RobotVisual> collisionsOf(const Body& body) {
    return solidsOf(body.shape.collisions, body.origin, "");
}

Message solidIgnored(const std::string& kind) {
    return MOMENTREE_TEXT(
        "urdf-shape-ignored",
        "its %1 is left out; boxes, spheres, cylinders and meshes are kept")(kind);
}

Message solidWithoutSize(const std::string& kind) {
    return MOMENTREE_TEXT("robot-shape-size",
                          "its %1 is left out, because a size of it is not greater than 0")(kind);
}

Message collisionsKept() {
    return MOMENTREE_TEXT("collisions-kept",
                          "bodies pass through each other; their collision shapes are kept for "
                          "exported files");
}

std::vector<RobotVisual> visualsOf(const Body& body) {
    using Kind = ShapeDescription::Kind;
    const ShapeDescription& shape = body.shape;
    std::vector<RobotVisual> visuals = solidsOf(shape.parts, body.origin, shape.color);
    const bool solid =
        shape.kind == Kind::Box || shape.kind == Kind::Sphere || shape.kind == Kind::Cylinder;
    if (!solid) return visuals;
    visuals.push_back({shape.kind == Kind::Box      ? PartDescription::Kind::Box
                       : shape.kind == Kind::Sphere ? PartDescription::Kind::Sphere
                                                    : PartDescription::Kind::Cylinder,
                       {},
                       valueOf(shape.size),
                       {},
                       shape.color,
                       0});
    return visuals;
}

std::string colorText(const std::vector<double>& rgba) {
    const auto byte = [](double part) {
        return static_cast<unsigned>(std::lround(255.0 * std::clamp(part, 0.0, 1.0)));
    };
    char text[8];
    std::snprintf(text, sizeof text, "#%02x%02x%02x", byte(rgba[0]), byte(rgba[1]), byte(rgba[2]));
    return rgba[3] <= 0.0 || std::string(text) == "#000000" ? std::string() : text;
}

}  // namespace momentree

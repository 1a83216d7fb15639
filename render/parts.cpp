// SPDX-License-Identifier: Apache-2.0
#include "render/parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <numbers>

#include "core/io/mesh_file.hpp"
#include "render/shapes.hpp"
#include "render/theme.hpp"

namespace momentree::render {
namespace {

struct DrawnMesh {
    TriangleMesh mesh;
    std::vector<std::uint32_t> farthest;  ///< points, in directions all around
};

struct StoredMesh {
    std::filesystem::file_time_type changed;
    std::shared_ptr<const DrawnMesh> mesh;  ///< empty if it cannot be read
};

/// The farthest points along the axes, the diagonals of their planes and those of space.
std::vector<std::uint32_t> farthestOf(const TriangleMesh& mesh) {
    std::vector<std::uint32_t> farthest;
    for (int direction = 0; direction < 27; ++direction) {
        const Vector3d n(direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1);
        const auto along = [&](const auto& p) { return n.dot(Vector3d(p.data())); };
        const auto far = std::ranges::max_element(mesh.points, {}, along);
        if (far == mesh.points.end()) break;
        farthest.push_back(static_cast<std::uint32_t>(far - mesh.points.begin()));
    }
    return farthest;
}

/// Scenes of several windows may ask at the same time.
std::shared_ptr<const DrawnMesh> meshOf(const std::string& path) {
    static std::mutex mutex;
    static std::map<std::string, StoredMesh> stored;
    constexpr std::size_t mostStored = 1000;
    const std::scoped_lock lock(mutex);
    std::error_code none;
    const auto changed = std::filesystem::last_write_time(path, none);
    if (none) return nullptr;
    const auto known = stored.find(path);
    if (known != stored.end() && known->second.changed == changed) return known->second.mesh;
    if (stored.size() >= mostStored) stored.clear();
    auto read = readMeshFile(path);
    StoredMesh& made = stored[path];
    made = {changed, nullptr};
    if (read) {
        const std::vector<std::uint32_t> farthest = farthestOf(*read);
        made.mesh = std::make_shared<const DrawnMesh>(std::move(*read), farthest);
    }
    return made.mesh;
}

Vector3d pointOf(const TriangleMesh& from, std::uint32_t index, const Vector3d& scale) {
    return scale.cwiseProduct(Vector3d(from.points[index].data()));
}

/// Every triangle with its own normal, so that edges stay sharp.
void addTriangles(Mesh& mesh, const TriangleMesh& from, const Frame& at, const Vector3d& scale,
                  const Color& color) {
    const bool mirrored = scale.prod() < 0.0;
    for (const auto& [a, b, c] : from.triangles) {
        const Vector3d p = at.r + at.R * pointOf(from, a, scale),
                       q = at.r + at.R * pointOf(from, mirrored ? c : b, scale),
                       r = at.r + at.R * pointOf(from, mirrored ? b : c, scale);
        const Vector3d normal = (q - p).cross(r - p).stableNormalized();
        if (!normal.allFinite() || normal.isZero()) continue;
        const std::uint32_t first = mesh.add(p, normal, color);
        mesh.add(q, normal, color);
        mesh.add(r, normal, color);
        mesh.triangle(first, first + 1, first + 2);
    }
}

}  // namespace

Frame frameOf(const PartDescription& part, const Body& body) {
    Frame at;
    at.r = body.origin +
           Vector3d(part.position[0].value, part.position[1].value, part.position[2].value);
    if (const auto& e = part.orientation)
        at.R = Eigen::Quaterniond((*e)[0].value, (*e)[1].value, (*e)[2].value, (*e)[3].value)
                   .normalized()
                   .toRotationMatrix();
    return at;
}

Vector3d sizeOf(const PartDescription& part) {
    return {part.size[0].value, part.size[1].value, part.size[2].value};
}

void addParts(Mesh& mesh, const Body& body, const Color& color, int sides) {
    using Kind = PartDescription::Kind;
    for (const PartDescription& part : body.shape.parts) {
        const Color own = part.color.empty() ? color : linkColor(part.color, 0, 1, Theme::Light);
        const Vector3d size = sizeOf(part);
        const Frame at = frameOf(part, body);
        if (part.kind == Kind::Box) addBox(mesh, at, size, own);
        if (part.kind == Kind::Sphere) addSphere(mesh, at, size.x(), own, sides);
        if (part.kind == Kind::Cylinder)
            addCylinder(mesh, at, size.x(), -0.5 * size.y(), 0.5 * size.y(), own, sides);
        if (part.kind != Kind::Mesh) continue;
        if (const auto from = meshOf(part.mesh)) addTriangles(mesh, from->mesh, at, size, own);
    }
}

void addCornersOfBox(std::vector<Vector3d>& corners, const Frame& at, const Vector3d& edges) {
    for (const Vector3d& corner : cornersOfBox(edges)) corners.push_back(at.r + at.R * corner);
}

void addRimsOfCylinder(std::vector<Vector3d>& corners, const Frame& at, double radius,
                       double length) {
    constexpr int around = 24;
    for (int k = 0; k < around; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / around;
        for (const double side : {-0.5, 0.5})
            corners.push_back(at.r + at.R * Vector3d(radius * std::cos(angle),
                                                     radius * std::sin(angle), side * length));
    }
}

void addExtentOfParts(Form& form, const Body& body) {
    using Kind = PartDescription::Kind;
    for (const PartDescription& part : body.shape.parts) {
        const Vector3d size = sizeOf(part);
        const Frame at = frameOf(part, body);
        if (part.kind == Kind::Box) addCornersOfBox(form.corners, at, size);
        if (part.kind == Kind::Sphere) form.balls.push_back({at.r, size.x()});
        if (part.kind == Kind::Cylinder) addRimsOfCylinder(form.corners, at, size.x(), size.y());
        if (part.kind != Kind::Mesh) continue;
        if (const auto from = meshOf(part.mesh))
            for (const std::uint32_t point : from->farthest)
                form.corners.push_back(at.r + at.R * pointOf(from->mesh, point, size));
    }
}

}  // namespace momentree::render

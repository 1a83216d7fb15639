// SPDX-License-Identifier: Apache-2.0
#include "render/parts.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

#include "core/io/mesh_file.hpp"
#include "render/theme.hpp"

namespace momentree::render {
namespace {

struct StoredMesh {
    std::filesystem::file_time_type changed;
    std::shared_ptr<const TriangleMesh> mesh;  ///< empty if it cannot be read
};

/// Scenes of several windows may ask at the same time.
std::shared_ptr<const TriangleMesh> meshOf(const std::string& path) {
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
    made = {changed, read ? std::make_shared<const TriangleMesh>(std::move(*read)) : nullptr};
    return made.mesh;
}

Vector3d pointOf(const TriangleMesh& from, std::uint32_t index, const Vector3d& scale) {
    const auto& p = from.points[index];
    return scale.cwiseProduct(Vector3d(p[0], p[1], p[2]));
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

double radiusOf(const PartDescription& part) {
    using Kind = PartDescription::Kind;
    const Vector3d size = sizeOf(part);
    if (part.kind == Kind::Box) return 0.5 * size.norm();
    if (part.kind == Kind::Sphere) return size.x();
    if (part.kind == Kind::Cylinder) return std::hypot(size.x(), 0.5 * size.y());
    const auto from = meshOf(part.mesh);
    double square = 0.0;
    for (std::uint32_t k = 0; from && k < from->points.size(); ++k)
        square = std::max(square, pointOf(*from, k, size).squaredNorm());
    return std::sqrt(square);
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
        if (const auto from = meshOf(part.mesh)) addTriangles(mesh, *from, at, size, own);
    }
}

double radiusOfParts(const Body& body) {
    double radius = 0.0;
    for (const PartDescription& part : body.shape.parts)
        radius = std::max(radius, frameOf(part, body).r.norm() + radiusOf(part));
    return radius;
}

}  // namespace momentree::render

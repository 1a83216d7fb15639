// SPDX-License-Identifier: Apache-2.0
#include "core/io/mesh_mass.hpp"

#include <cmath>
#include <filesystem>
#include <map>
#include <mutex>

#include "core/math/index.hpp"

namespace momentree {
namespace {

/// Of the volume of a body over that of its bounding box: a flat surface encloses rounding.
constexpr double leastVolume = 1e-9;

Diagnostic meshProblem(Message message) { return error(Place::model("shape"), std::move(message)); }

/// The number of each corner; corners at the same place have the same one, as STL repeats them.
/// Digits beyond single precision are rounding.
std::vector<std::size_t> cornersOf(const TriangleMesh& mesh) {
    std::map<std::array<float, 3>, std::size_t> known;
    std::vector<std::size_t> corners;
    corners.reserve(mesh.points.size());
    for (const auto& [x, y, z] : mesh.points) {
        const std::array<float, 3> place{static_cast<float>(x), static_cast<float>(y),
                                         static_cast<float>(z)};
        corners.push_back(known.emplace(place, known.size()).first->second);
    }
    return corners;
}

/// Edges that no triangle passes one way for each that passes them the other way.
struct BadEdges {
    int open = 0;    ///< triangles without a neighbour there
    int turned = 0;  ///< edges of neighbours of which one has its outside inside
};

BadEdges badEdges(const TriangleMesh& mesh) {
    struct Passes {
        int along = 0, back = 0;
    };
    const std::vector<std::size_t> corners = cornersOf(mesh);
    std::map<std::pair<std::size_t, std::size_t>, Passes> passed;
    for (const auto& triangle : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t a = corners[triangle[k]], b = corners[triangle[(k + 1) % 3]];
            if (a < b) ++passed[{a, b}].along;
            if (b < a) ++passed[{b, a}].back;
        }
    BadEdges bad;
    for (const auto& [edge, by] : passed) {
        if (by.along == by.back) continue;
        if ((by.along + by.back) % 2 == 0)
            ++bad.turned;
        else
            bad.open += std::abs(by.along - by.back);
    }
    return bad;
}

}  // namespace

Result<MeshIntegrals> integralsOf(const TriangleMesh& mesh) {
    const BadEdges bad = badEdges(mesh);
    if (bad.open > 0)
        return fail(meshProblem(
            MOMENTREE_TEXT("mesh-open",
                           "the surface is not closed: %1 edges of triangles have no neighbour, "
                           "so that it has no volume; repair the mesh, or enter mass, centre of "
                           "mass and inertia")(bad.open)));
    if (bad.turned > 0)
        return fail(meshProblem(
            MOMENTREE_TEXT("mesh-turned",
                           "some triangles are turned: at %1 edges, two neighbours have their "
                           "outside on different sides; let the program that made the mesh orient "
                           "its normals, or enter mass, centre of mass and inertia")(bad.turned)));
    // From its first corner, so that a mesh far from its origin loses no digits.
    const auto pointOf = [&](std::uint32_t k) { return Vector3d(mesh.points[k].data()); };
    const Vector3d origin = pointOf(mesh.triangles.front()[0]);
    MeshIntegrals sum;
    Eigen::AlignedBox3d box;
    for (const auto& triangle : mesh.triangles) {
        const Vector3d a = pointOf(triangle[0]) - origin, b = pointOf(triangle[1]) - origin,
                       c = pointOf(triangle[2]) - origin;
        const double volume = a.dot(b.cross(c)) / 6.0;
        const Vector3d s = a + b + c;
        sum.volume += volume;
        sum.first += 0.25 * volume * s;
        sum.second +=
            0.05 * volume *
            (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
        for (const Vector3d& corner : {a, b, c}) box.extend(corner);
    }
    if (sum.volume < 0.0) sum.volume = -sum.volume, sum.first *= -1.0, sum.second *= -1.0;
    if (!(sum.volume > leastVolume * std::pow(box.diagonal().norm(), 3)))
        return fail(meshProblem(MOMENTREE_TEXT(
            "mesh-flat",
            "the surface encloses no volume; enter mass, centre of mass and inertia")));
    sum.second += origin * sum.first.transpose() + sum.first * origin.transpose() +
                  sum.volume * origin * origin.transpose();
    sum.first += sum.volume * origin;
    return sum;
}

Result<MeshIntegrals> readInside(const std::string& path) {
    struct Known {
        std::filesystem::file_time_type changed;
        Result<MeshIntegrals> found;
    };
    static std::map<std::string, Known> all;
    static std::mutex guard;
    std::error_code none;
    const auto changed = std::filesystem::last_write_time(path, none);
    const std::scoped_lock lock(guard);
    if (const auto known = all.find(path); known != all.end() && known->second.changed == changed)
        return known->second.found;
    const auto mesh = readMeshFile(path);
    Result<MeshIntegrals> found =
        mesh ? integralsOf(*mesh) : Result<MeshIntegrals>(tl::unexpected(mesh.error()));
    if (found) keepInside(path, *found);
    all.insert_or_assign(path, Known{changed, found});
    return found;
}

Result<void> readInsides(const ModelDescription& model) {
    Diagnostics problems;
    for (const BodyDescription& body : model.bodies) {
        if (!body.density) continue;
        for (const PartDescription& part : body.shape.parts) {
            if (part.kind != PartDescription::Kind::Mesh) continue;
            const auto inside = readInside(part.mesh);
            if (inside) continue;
            problems.push_back(error(Place::body(body.name),
                                     MOMENTREE_TEXT("density-mesh", "the density of '%1': %2")(
                                         std::filesystem::path(part.mesh).filename().string(),
                                         inside.error().front().message),
                                     part.line));
        }
    }
    if (!problems.empty()) return tl::unexpected(std::move(problems));
    return {};
}

}  // namespace momentree

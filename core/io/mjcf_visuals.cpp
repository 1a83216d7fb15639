// SPDX-License-Identifier: Apache-2.0
#include "core/io/mjcf_visuals.hpp"

#include <cmath>
#include <filesystem>

#include "core/io/mesh_file.hpp"
#include "core/io/mesh_mass.hpp"
#include "core/io/robot.hpp"

namespace momentree {

void MjcfAssets::addMesh(const MjcfElement& mesh, const std::string& file,
                         const std::map<std::string, std::string>& packages) {
    const std::string path = mesh.word("file", "");
    if (path.empty()) return;  // its points are in the file; a geom that uses it is an error
    const std::filesystem::path whole = std::filesystem::path(mesh.compiler.meshFolder) / path;
    meshes[mesh.word("name", std::filesystem::path(path).stem().string())] = {
        meshPath(path.find("://") == std::string::npos ? whole.string() : path, {file, packages}),
        mesh.vector("scale", Vector3d::Ones()), mesh.problems.lineOf(mesh.element)};
}

void MjcfAssets::addMaterial(const MjcfElement& material) {
    if (const auto rgba = material.numbers("rgba", 4, 4); !rgba.empty())
        colors[material.word("name", "")] = colorText(rgba);
}

bool isInvisible(const MjcfElement& geom) {
    const auto rgba = geom.numbers("rgba", 4, 4);
    return !rgba.empty() && rgba[3] <= 0.0;
}

std::vector<RobotVisual> solidsOf(const MjcfElement& geom, const MjcfAssets& assets) {
    using Kind = PartDescription::Kind;
    const auto [type, at, size] = placed(geom);
    RobotVisual made;
    made.at = at;
    if (const auto known = assets.colors.find(geom.word("material", ""));
        known != assets.colors.end())
        made.color = known->second;
    if (const auto rgba = geom.numbers("rgba", 4, 4); !rgba.empty()) made.color = colorText(rgba);
    if (type == "mesh") {
        const std::string name = geom.word("mesh", "");
        const auto known = assets.meshes.find(name);
        if (known == assets.meshes.end()) {
            geom.problems.add(geom.element, MOMENTREE_TEXT("mjcf-mesh-unknown",
                                                           "there is no <mesh> '%1' with a file "
                                                           "in <asset>")(name));
            return {};
        }
        made.kind = Kind::Mesh;
        made.mesh = known->second.path;
        made.size = known->second.scale;
        made.line = known->second.line;
        return {made};
    }
    if (type == "box" && size[0] > 0.0 && size[1] > 0.0 && size[2] > 0.0) {
        made.size = 2.0 * Vector3d(size[0], size[1], size[2]);
        return {made};
    }
    if (type == "sphere" && size[0] > 0.0) {
        made.kind = Kind::Sphere;
        made.size.x() = size[0];
        return {made};
    }
    if ((type != "cylinder" && type != "capsule") || !(size[0] > 0.0) || !(size[1] > 0.0))
        return {};
    made.kind = Kind::Cylinder;
    made.size = {size[0], 2.0 * size[1], 0.0};
    if (type == "cylinder") return {made};
    RobotVisual end = made;
    end.kind = Kind::Sphere;
    end.size = {size[0], 0.0, 0.0};
    std::vector<RobotVisual> all{made};
    for (const double z : {-size[1], size[1]}) {
        end.at.r = at.r + z * at.R.col(2);
        all.push_back(end);
    }
    return all;
}

tl::expected<MassProperties, Message> massOfMesh(const MjcfElement& geom,
                                                 const MjcfAssets& assets) {
    const auto [type, at, size] = placed(geom);
    const std::string name = geom.word("mesh", "");
    const auto known = assets.meshes.find(name);
    if (type != "mesh" || geom.flag("shellinertia", false) || known == assets.meshes.end())
        return tl::unexpected(Message(
            MOMENTREE_TEXT("mjcf-mesh-inertia",
                           "its mass follows from a shell, from a solid that is fitted to a mesh, "
                           "or from a mesh without a file, which is not supported; give it an "
                           "<inertial>")));
    const auto inside = readInside(known->second.path);
    if (!inside)
        return tl::unexpected(
            Message(MOMENTREE_TEXT("mjcf-mesh-volume", "its mass follows from mesh '%1': %2")(
                name, inside.error().front().message)));
    const Vector3d scale = known->second.scale;
    const double volume = inside->volume * std::abs(scale.prod());
    const auto given = geom.numbers("mass", 1, 1);
    const double density = given.empty() ? geom.number("density", 1000.0) : given[0] / volume;
    return moved(massOf(*inside, scale, density), at);
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
// How geoms in MJCF are drawn.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/io/mjcf_elements.hpp"
#include "core/io/robot_shape.hpp"

namespace momentree {

/// The meshes and materials of <asset>.
struct MjcfAssets {
    struct Mesh {
        std::string path;
        Vector3d scale = Vector3d::Ones();
        int line = 0;  ///< of the <mesh>
    };
    std::map<std::string, Mesh> meshes;
    std::map<std::string, std::string> colors;  ///< of materials

    /// @param file the first file of the model
    void addMesh(const MjcfElement& mesh, const std::string& file,
                 const std::map<std::string, std::string>& packages);
    void addMaterial(const MjcfElement& material);
};

/// Whether the geom is fully transparent.
bool isInvisible(const MjcfElement& geom);
/// The solids of a geom in the axes of its body: none for planes, height fields, ellipsoids and
/// sizes that are not given, three for capsules.
std::vector<RobotVisual> solidsOf(const MjcfElement& geom, const MjcfAssets& assets);
/// What `massOfGeom` cannot tell: the mass of what a closed mesh encloses, exactly. MuJoCo may take
/// the convex hull instead. The error says why there is none.
tl::expected<MassProperties, Message> massOfMesh(const MjcfElement& geom, const MjcfAssets& assets);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
// Meshes that are drawn for bodies: STL (binary and text), Wavefront OBJ and COLLADA. VTK's readers
// trust the numbers of corners in a file, which may come from anywhere; these do not.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/spatial.hpp"
#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree {

inline constexpr std::size_t mostTriangles = 4'000'000;  ///< of one mesh

struct TriangleMesh {
    std::vector<std::array<double, 3>> points;  ///< as in the file, usually [m]
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Reads a mesh of finite points and at least one triangle; `name` ends in .stl, .obj
/// or .dae. Problems
/// of text have a line. Faces of more corners are divided from their first.
Result<TriangleMesh> readMeshText(std::string_view text, const std::string& name);
/// The same from a file.
Result<TriangleMesh> readMeshFile(const std::string& path);

/// Where a robot's file says its meshes are.
struct MeshFolders {
    std::string file;                             ///< the robot's file
    std::map<std::string, std::string> packages;  ///< folders by name
};
/// The absolute path of a mesh: "package://NAME/..." and "model://NAME/..." are looked for in
/// `packages`, in the folders of ROS_PACKAGE_PATH, GZ_SIM_RESOURCE_PATH and GAZEBO_MODEL_PATH, then
/// in all folders above the robot's file;
/// other names are relative to that file. Where nothing is found, the place beside the file.
std::string meshPath(const std::string& reference, const MeshFolders& folders);

/// Calls `visit` for every mesh of a model.
void eachMesh(ModelDescription& model, const std::function<void(PartDescription&)>& visit);
/// Makes the paths of all meshes absolute, from the folder of `file`.
void placeMeshes(ModelDescription& model, const std::string& file);
/// The path of a mesh as seen from the folder of `file`; itself if that is empty.
std::string meshPathFrom(const std::string& file, const std::string& mesh);

/// One warning each for missing meshes that would be drawn, kinds that are not read, and meshes
/// with problems; they name the first and count the others.
void noteMeshes(const ModelDescription& model, Diagnostics& notes);

}  // namespace momentree

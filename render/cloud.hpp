// SPDX-License-Identifier: Apache-2.0
// Private to render/: combines many bodies in one mesh.
#pragma once

#include <vtkSmartPointer.h>

#include <span>
#include <vector>

#include "render/mesh.hpp"

class vtkFloatArray;
class vtkPoints;

namespace momentree::render {

/// Points of all bodies in body axes and in their current place; `ends` of each body's part. Moving
/// the points here instead of using an actor per body makes hundreds of links far cheaper to draw.
struct Cloud {
    Eigen::Matrix3Xf points, normals;
    std::vector<Eigen::Index> ends;
    vtkSmartPointer<vtkPoints> placed;
    vtkSmartPointer<vtkFloatArray> placedNormals;  ///< null without normals
    void move(std::span<const Frame> poses);
};

/// Joins meshes into one.
/// @param ends of each part's points
Mesh joined(std::span<const Mesh> parts, std::vector<Eigen::Index>& ends);

/// [3 n] as columns.
inline Eigen::Map<const Eigen::Matrix3Xf> columnsOf(const std::vector<float>& values) {
    return {values.data(), 3, static_cast<Eigen::Index>(values.size() / 3)};
}

}  // namespace momentree::render

// SPDX-License-Identifier: Apache-2.0
// Private to render/: many bodies in one piece.
#pragma once

#include <vtkSmartPointer.h>

#include <span>
#include <vector>

#include "render/mesh.hpp"

class vtkFloatArray;
class vtkPoints;

namespace momentree::render {

/// Points of all bodies in body axes and where they go; `ends` of each body's part. The points are
/// moved here and not by an actor a body: hundreds of links cost a fraction of as many actors.
struct Cloud {
    Eigen::Matrix3Xf points, normals;
    std::vector<Eigen::Index> ends;
    vtkSmartPointer<vtkPoints> placed;
    vtkSmartPointer<vtkFloatArray> placedNormals;  ///< null without normals
    void move(std::span<const Frame> poses);
};

/// One mesh of all. @param ends of each part's points
Mesh joined(std::span<const Mesh> parts, std::vector<Eigen::Index>& ends);

/// [3 n] in columns.
inline Eigen::Map<const Eigen::Matrix3Xf> columnsOf(const std::vector<float>& values) {
    return {values.data(), 3, static_cast<Eigen::Index>(values.size() / 3)};
}

}  // namespace momentree::render

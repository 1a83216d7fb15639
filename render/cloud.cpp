// SPDX-License-Identifier: Apache-2.0
#include "render/cloud.hpp"

#include <vtkFloatArray.h>
#include <vtkPoints.h>

namespace momentree::render {

void Cloud::move(std::span<const Frame> poses) {
    if (!placed) return;
    Eigen::Map<Eigen::Matrix3Xf> to(vtkFloatArray::SafeDownCast(placed->GetData())->GetPointer(0),
                                    3, points.cols());
    Eigen::Index first = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const Eigen::Index count = ends[i] - first;
        const Eigen::Matrix3f R = poses[i].R.cast<float>();
        const Eigen::Vector3f r = poses[i].r.cast<float>();
        to.middleCols(first, count).noalias() = R * points.middleCols(first, count);
        to.middleCols(first, count).colwise() += r;
        if (placedNormals)
            Eigen::Map<Eigen::Matrix3Xf>(placedNormals->GetPointer(0), 3, points.cols())
                .middleCols(first, count)
                .noalias() = R * normals.middleCols(first, count);
        first = ends[i];
    }
    placed->Modified();
    if (placedNormals) placedNormals->Modified();
}

Mesh joined(std::span<const Mesh> parts, std::vector<Eigen::Index>& ends) {
    Mesh whole;
    ends.clear();
    std::size_t points = 0, triangles = 0;
    for (const Mesh& part : parts) {
        points += part.points.size();
        triangles += part.triangles.size();
    }
    whole.points.reserve(points);
    whole.normals.reserve(points);
    whole.colors.reserve(points);
    whole.triangles.reserve(triangles);
    for (const Mesh& part : parts) {
        const auto first = static_cast<std::uint32_t>(whole.points.size() / 3);
        whole.points.insert(whole.points.end(), part.points.begin(), part.points.end());
        whole.normals.insert(whole.normals.end(), part.normals.begin(), part.normals.end());
        whole.alphas.insert(whole.alphas.end(), part.alphas.begin(), part.alphas.end());
        whole.colors.insert(whole.colors.end(), part.colors.begin(), part.colors.end());
        for (const std::uint32_t index : part.triangles) whole.triangles.push_back(first + index);
        ends.push_back(static_cast<Eigen::Index>(whole.points.size() / 3));
    }
    return whole;
}

}  // namespace momentree::render

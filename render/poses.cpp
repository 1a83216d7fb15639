// SPDX-License-Identifier: Apache-2.0
#include "render/poses.hpp"

#include <cassert>

namespace momentree::render {

void readPoses(const RowLayout& layout, std::span<const double> row, std::vector<Frame>& poses) {
    assert(static_cast<int>(row.size()) == layout.width());
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const double* at = row.data() + layout.body(static_cast<int>(i));
        const Eigen::Map<const Vector3d> r(at);
        const Eigen::Map<const Quat<double>> e(at + 3);
        if (!r.allFinite() || !e.allFinite() || e.squaredNorm() == 0.0) continue;
        poses[i] = {rotationOf<double>(Quat<double>(e)), r};
    }
}

}  // namespace momentree::render

// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/io/robot.hpp"
#include "core/math/shortest_turn.hpp"

namespace momentree {
namespace {

constexpr double sameLength = 1e-9;  ///< relative

/// The frame at `from` with z towards `to`.
Frame axisFrame(const Vector3d& from, const Vector3d& to) {
    return {shortestTurn(Vector3d::UnitZ(), to - from).toRotationMatrix(), from};
}

bool isHinge(const RobotLoop& first, const RobotLoop& second) {
    if (first.type != "spherical" || second.type != "spherical") return false;
    if (first.a != second.a || first.b != second.b) return false;
    const double onA = (second.onA.r - first.onA.r).norm(),
                 onB = (second.onB.r - first.onB.r).norm();
    return onA > 0.0 && std::abs(onA - onB) <= sameLength * onA;
}

}  // namespace

void mergeHinges(std::vector<RobotLoop>& loops) {
    for (std::size_t i = 0; i < loops.size(); ++i)
        for (std::size_t k = i + 1; k < loops.size(); ++k) {
            if (!isHinge(loops[i], loops[k])) continue;
            loops[i].type = "revolute";
            loops[i].onA = axisFrame(loops[i].onA.r, loops[k].onA.r);
            loops[i].onB = axisFrame(loops[i].onB.r, loops[k].onB.r);
            loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(k));
            break;
        }
}

}  // namespace momentree

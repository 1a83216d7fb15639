// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/math/lanes.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// A constraint of several models that differ in numbers only, one in each lane: what `evaluate`
/// reads of a `Constraint` without a motion, of a point, an angle, an offset, a distance or a
/// twist.
template <typename L>
struct LaneConstraint {
    Constraint::Kind kind;
    Vec3<L> s_a, s_b, x_a, y_b, n_a, x_b;
    Mat3<L> axes;
    L length;
    bool inclined, carried;
    static constexpr int motion = -1;
    int rows() const { return kind == Constraint::Kind::Point ? 3 : 1; }

    static bool suits(const Constraint& c) {
        return c.kind <= Constraint::Kind::Twist && c.motion < 0;
    }
    /// @param models with constraint k of the same kind, which `suits`
    LaneConstraint(std::span<const Model* const> models, std::size_t k)
        : kind(models[0]->constraints[k].kind),
          inclined(models[0]->constraints[k].inclined),
          carried(models[0]->constraints[k].carried) {
        for (std::size_t lane = 0; lane < models.size(); ++lane) {
            const Constraint& c = models[lane]->constraints[k];
            putLane(c.s_a, lane, s_a), putLane(c.s_b, lane, s_b);
            putLane(c.x_a, lane, x_a), putLane(c.x_b, lane, x_b);
            putLane(c.n_a, lane, n_a), putLane(c.y_b, lane, y_b);
            putLane(c.axes, lane, axes);
            putLane(c.length, lane, length);
        }
    }
};

/// All constraints of models; see there.
template <typename L>
std::vector<LaneConstraint<L>> laneConstraints(std::span<const Model* const> models) {
    std::vector<LaneConstraint<L>> all;
    for (std::size_t k = 0; k < models[0]->constraints.size(); ++k) all.emplace_back(models, k);
    return all;
}

}  // namespace momentree

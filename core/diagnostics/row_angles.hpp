// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/kinematics/counted_angles.hpp"

namespace momentree {

/// Poses and velocities of the bodies in a recorded row.
std::vector<BodyState> statesOf(const Model& model, const RowLayout& layout,
                                std::span<const double> row);
std::vector<BodyKinematics<double>> bodiesOf(const Model& model, const RowLayout& layout,
                                             std::span<const double> row);

/// The counted angles along recorded rows, which hold the turns of joints and probes. Those of a
/// torsion spring follow from the joint on its axis. A spring that is on the axis of no joint is
/// followed from row to row by the trapezoidal rule, right while h^3 |w''| / 12 < pi between rows.
class RowAngles {
public:
    RowAngles(const Model& model, const RowLayout& layout);
    /// Continues at the next row.
    void follow(std::span<const double> row);
    const CountedAngles& angles() const { return angles_; }
    /// [angles], then the recorded states of controllers.
    const std::vector<double>& values() const { return values_; }
    /// Those of loads [Model::loadAngles], as for `evaluateLoads`.
    std::vector<double> ofLoads() const;

private:
    const Model& model_;
    RowLayout layout_;
    CountedAngles angles_;
    double time_ = 0.0;
    std::vector<double> values_, rates_;
};

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/diagnostics/row_layout.hpp"
#include "core/kinematics/constraints.hpp"

namespace momentree {

/// Columns of a recorded row after the phases, which are not part of a CSV: iterations, power
/// balance, momenta, multipliers, powers and works. They are computed from poses, velocities and
/// reactions of any formulation.
class SolverColumns {
public:
    SolverColumns(const Model& model, const RowLayout& layout);
    /// Appends the names of those before powers and works.
    static void addNames(const Model& model, std::vector<std::string>& names);

    /// x of the momentum of all bodies [kg m/s]; followed by y, z and the angular momentum about
    /// the world's origin [kg m^2/s].
    int momentum() const { return first_; }
    /// Momenta p = dT/du conjugate to the recorded speeds of a joint of the spanning tree, with the
    /// other speeds of the tree fixed. Joints outside the tree have none.
    int joint(int index) const { return joints_[static_cast<std::size_t>(index)].first; }
    int jointCount(int index) const { return joints_[static_cast<std::size_t>(index)].count; }
    /// Multiplier sigma of a constraint row, see `ConstraintTerms`. Its wrenches are those of the
    /// joint reactions and motion efforts.
    int multiplier(int row) const { return multipliers_ + row; }
    int multiplierCount() const { return model_.constraintRows; }

    /// Power of one of `workSources` on the bodies [W]; followed by its work since the start [J].
    int power(int source) const { return works_ + 2 * source; }
    int sourceCount() const { return static_cast<int>(sources_.size()); }
    const std::vector<WorkSource>& sources() const { return sources_; }

    /// Fills momenta, multipliers, powers and works of a complete sample; does not allocate.
    void write(const Sample& sample, std::span<double> row);

private:
    struct Joint {
        int first = 0, count = 0;
        std::vector<std::size_t> constraints;
    };
    void writeMomenta(const Sample& sample, std::span<double> row);
    void writeMultipliers(const Sample& sample, std::span<double> row);

    const Model& model_;
    int first_ = 0, multipliers_ = 0, works_ = 0;
    std::vector<WorkSource> sources_;
    std::vector<Joint> joints_;
    std::vector<BodyKinematics<double>> bodies_;
    std::vector<Vec6<double>> carried_;  ///< [tree bodies] momentum of each subtree
    ConstraintTerms<double> terms_;
};

}  // namespace momentree

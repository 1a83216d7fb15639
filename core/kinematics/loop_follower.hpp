// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/kinematics/pose_search.hpp"
#include "core/math/complete_pivoting.hpp"

namespace momentree {

/// Jacobian of the closures without units, see `LoopEquations`, with rows of zeros. Without the
/// joints that carry both ends of a closure: they turn it, which changes only rows of open points.
Eigen::MatrixXd closureMatrix(const Model& model, const PoseSearch& pose);

/// Those that are not zero, in order.
std::vector<Eigen::Index> rowsOf(const Eigen::MatrixXd& A);

/// Closes the loops of a mechanism whose speeds are all determined, instant by instant: Newton's
/// method with one factorisation for many steps and for the speeds, from independent rows. Where
/// the rows do not determine the speeds by far, or redundant ones contradict each other, it decides
/// nothing: `PoseSearch` has the general, slower methods.
class LoopFollower {
public:
    enum class Outcome : std::uint8_t {
        Closed,  ///< as exactly as rounding allows
        Far,     ///< no closed pose near the first one
        Open     ///< not decided; the pose may have moved
    };
    explicit LoopFollower(const Model& model) : model_(model) {}
    /// Whether the model has so many loops that matrices would take too long.
    static bool needsMore(const Model& model);

    /// Closes the loops near the pose.
    Outcome close(PoseSearch& pose);
    /// The speeds at the closed pose, unless rows contradict each other [nu].
    /// @param near [nu] speeds to begin with
    std::optional<Eigen::VectorXd> speeds(const PoseSearch& pose, const Eigen::VectorXd& near);

    /// `closureMatrix` at the pose of the last speeds.
    const Eigen::MatrixXd& matrix() const { return A_; }
    int factorisations() const { return count_; }

private:
    bool factorise(const PoseSearch& pose);
    Eigen::VectorXd solve(const Eigen::VectorXd& gap) const;

    const Model& model_;
    Eigen::MatrixXd A_;
    std::optional<CompletePivoting> factors_;  ///< of the matrix without rows that are zero
    std::vector<Eigen::Index> rows_;           ///< the other ones
    int count_ = 0;
    double gap_ = 0.0;    ///< of the last pose, see `LoopEquations`
    double moved_ = 0.0;  ///< since the factorisation [rad, sizes]
};

}  // namespace momentree

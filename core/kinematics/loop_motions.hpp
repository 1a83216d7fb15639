// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/loop_elimination.hpp"
#include "core/kinematics/pose_search.hpp"

namespace momentree {

/// Motions of a mechanism that change the gaps of its loops in a given way and have the least
/// kinetic energy, by eliminating the loops along the tree (THEORY 3.10): for mechanisms so large
/// that matrices of all rows and speeds would take too long. Ranks are local: a row counts as
/// dependent where the rows closed so far leave it no response.
class LoopMotions {
public:
    /// Whether matrices would take too long. Couplings, which connect more than two bodies, and
    /// rows that restrict velocities alone always need them.
    static bool needed(const Model& model);
    static bool possible(const Model& model);

    /// @param pose with the constraints' rows; points have rows along the axes of their joints if
    /// `alongAxes`, otherwise along those of the world
    LoopMotions(const Model& model, const PoseSearch& pose, bool alongAxes = false);

    /// Rows that move nothing at this and some other poses.
    const std::vector<char>& isVoid() const { return isVoid_; }
    /// Diagonal of J M^-1 J^T, the largest at these poses [closureRows].
    const Eigen::VectorXd& compliance() const { return compliance_; }

    /// Factorises at a pose, and counts the dependent rows.
    /// @param locked [nu] speeds that stay zero; may be empty
    /// @param gap of a mechanism that closes only within a tolerance
    void factorise(const PoseSearch& pose, const std::vector<char>& locked = {}, double gap = 0.0);
    /// Speeds u with J u = gap, but for dependent rows [nu].
    /// @param gap [closureRows]
    Eigen::VectorXd solve(const Eigen::VectorXd& gap);
    /// J u [closureRows].
    Eigen::VectorXd along(const Eigen::VectorXd& u);

    /// Whether a row of the closures moves nothing or depends on others.
    bool leftOut(int row) const {
        const int k = numberOf_[static_cast<std::size_t>(row)];
        return k < 0 || loops_.leftOut(k);
    }
    const LoopElimination<double>& loops() const { return loops_; }

private:
    struct Link {
        int speeds = 0, freedoms = 0;  ///< of the joint; those not locked
        int free[6];                   ///< [freedoms] speeds
        double inverse[6][6];          ///< of Mj = H^T M H [freedoms x freedoms]
        V6<double> h[6], Y[6];         ///< [speeds], [freedoms]
        V3<double> O, arm;             ///< outboard origin; from the parent's
    };
    struct Row {
        int link[2] = {ground, ground};
        V6<double> wrench[2];  ///< of a unit multiplier, about the links' origins
    };
    void place(const PoseSearch& pose);
    void eliminate(const std::vector<char>& locked, bool withLoops);
    double response(const Row& row, double limit, bool& moves) const;
    Eigen::VectorXd speeds(const Eigen::VectorXd& sigma);

    const Model& model_;
    bool alongAxes_;
    double length_ = 1.0;  ///< typical of a body [m]
    std::vector<Link> links_, stiff_;
    std::vector<Inertia<double>> body_, M_;  ///< [links]
    std::vector<Row> rows_;                  ///< [closureRows]
    std::vector<V6<double>> D_;              ///< [links]
    std::vector<char> isVoid_;
    Eigen::VectorXd compliance_;
    std::vector<int> numberOf_;  ///< [closureRows] in `loops_`, -1 for void rows
    LoopElimination<double> loops_;
};

}  // namespace momentree

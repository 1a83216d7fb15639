// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "core/dynamics/closure_structure.hpp"
#include "core/kinematics/loop_elimination.hpp"
#include "core/math/solve.hpp"
#include "core/model/rolling.hpp"

namespace momentree {

/// What the gaps are of: of poses, rows that restrict velocities alone have none.
enum class GapOf : std::uint8_t { Velocities, Poses };

/// Solves Sc sigma = b for the impulses of closed loops, group by group, with the ranks and scales
/// of a ClosureStructure (THEORY 3.9). Rows that are always zero are left out: all vectors and
/// matrices have only the `active` rows.
///
/// Large groups without redundant rows are not solved by their block of Sc but by `loops`, which
/// the caller factorises together with its tree.
template <typename S>
class ClosureSolver {
public:
    using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;
    using MatrixX = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

    /// Most rows of a group that is solved by its block of Sc although none is redundant. Measured
    /// with ladders: `naudet` takes 46 us a step for 8 rows by Sc and 29 us for 10 eliminated ones,
    /// `lagrange-index1` takes the same time either way at 20 rows.
    static constexpr std::size_t mostRows = 8;

    /// Sizes every buffer.
    void hold(const Model& model, const ClosureStructure& structure) {
        active_.clear();
        for (const ClosureGroup& group : structure.ranks.groups)
            active_.insert(active_.end(), group.rows.begin(), group.rows.end());
        std::ranges::sort(active_);
        groups_.clear();
        ofPoses_.clear();
        separatePoses_ = firstNonHolonomic(model) != nullptr;
        const std::vector<std::array<int, 2>> ends = endsOfRows(model);
        const std::vector<int> coupled = coupledRows(model);
        std::vector<typename LoopElimination<S>::Row> rows;
        for (const ClosureGroup& from : structure.ranks.groups) {
            const bool eliminated = from.rank == static_cast<int>(from.rows.size()) &&
                                    from.rows.size() > mostRows && !separatePoses_ &&
                                    betweenTwo(from.rows, coupled);
            const Group& to =
                groups_.emplace_back(groupOf(structure, from, from.rows, from.rank, eliminated));
            for (std::size_t i = 0; eliminated && i < from.rows.size(); ++i)
                rows.push_back({to.rows[i], ends[static_cast<std::size_t>(from.rows[i])],
                                to.scale[static_cast<Eigen::Index>(i)]});
        }
        for (const ClosureGroup& from : structure.ranks.groups)
            if (separatePoses_ && !from.poseRows.empty())
                ofPoses_.push_back(groupOf(structure, from, from.poseRows, from.poseRank, false));
        solved_.assign(active_.size(), 1);
        for (const auto& row : rows) solved_[static_cast<std::size_t>(row.index)] = 0;
        loops_.hold(model.tree, std::move(rows));
    }

    /// The rows of the closures that are not always zero, ascending.
    const std::vector<int>& active() const { return active_; }

    /// Solves the rows that are not `solved` by Sc; the caller factorises it.
    LoopElimination<S>& loops() { return loops_; }
    /// Whether an active row is solved by Sc.
    bool solved(int row) const { return solved_[static_cast<std::size_t>(row)] != 0; }
    /// Number of rows and columns of Sc: 0 if no row is solved by it.
    Eigen::Index size() const {
        return std::ranges::count(solved_, 1) == 0 ? 0 : static_cast<Eigen::Index>(active_.size());
    }

    /// @param Sc [active x active] lower triangle is used
    void factorise(const MatrixX& Sc) {
        for (std::vector<Group>* groups : {&groups_, &ofPoses_})
            for (Group& group : *groups)
                if (!group.eliminated) group.factorise(Sc);
    }
    /// Calls f(row) for the rows of the closures taken as pivots: independent ones, on which all
    /// others depend.
    template <typename F>
    void forEachPivot(const F& f) const {
        for (const Group& group : groups_)
            for (Eigen::Index k = 0; k < group.solver.rank(); ++k)
                f(active_[static_cast<std::size_t>(
                    group.rows[static_cast<std::size_t>(group.solver.pivot(k))])]);
        for (std::size_t k = 0; k < loops_.rows().size(); ++k)
            if (!loops_.leftOut(static_cast<int>(k)))
                f(active_[static_cast<std::size_t>(loops_.rows()[k].index)]);
    }
    /// In place: b [active] becomes sigma, which is 0 for rows that restrict velocities alone if
    /// the gap is of poses.
    void solveInPlace(VectorX& b, GapOf gap = GapOf::Velocities) {
        for (Group& group : groupsOf(gap)) {
            if (group.eliminated) continue;
            group.gather(b);
            group.solve();
        }
        if (separatePoses_ && gap == GapOf::Poses) b.setZero();
        for (const Group& group : groupsOf(gap))
            if (!group.eliminated) group.scatter(b);
        if (!loops_.empty()) loops_.solve(b);
    }
    /// The part of a gap b [active] that motions can remove, relative to the size of its group [m
    /// or m/s per m]: the largest of all groups.
    S removable(const VectorX& b, GapOf gap = GapOf::Velocities) {
        S largest(0);
        for (Group& group : groupsOf(gap)) largest = std::max(largest, group.removable(b));
        return largest;
    }
    /// The part that contradicts redundant rows, and the group with the largest. Groups that close
    /// only within a tolerance may contradict themselves by ten times what they do at the start.
    struct Contradiction {
        S size = S(0);
        int row = -1;  ///< of the closures, the one with the largest part
    };
    Contradiction contradiction(const VectorX& b, GapOf gap = GapOf::Velocities) {
        Contradiction worst;
        for (Group& group : groupsOf(gap)) {
            const S size = group.contradiction(b);
            if (!(size > worst.size)) continue;
            Eigen::Index row = 0;
            group.b.cwiseAbs().maxCoeff(&row);
            worst = {size,
                     active_[static_cast<std::size_t>(group.rows[static_cast<std::size_t>(row)])]};
        }
        return worst;
    }
    /// Norm of a gap relative to the size of its group, the largest of all groups.
    S norm(const VectorX& b) {
        S largest(0);
        for (Group& group : groups_) {
            group.gather(b);
            largest = std::max(largest, group.weighted());
        }
        return largest;
    }

    bool singular() const {
        return loops_.singular() ||
               std::ranges::any_of(groups_, [](const Group& g) { return g.solver.singular(); });
    }
    /// The smallest pivot of all groups, see SemidefiniteSolver.
    S regularity() const {
        S least = loops_.regularity();
        for (const Group& group : groups_) least = std::min(least, group.solver.regularity());
        return least;
    }

private:
    struct Group {
        std::vector<int> rows;  ///< into the active rows
        Eigen::Index rank = 0;
        bool eliminated = false;  ///< solved by `loops_`
        S size = S(1), slack = S(0);
        MatrixX A;
        VectorX b, b0, scale, weight;
        RedundantSolver<MatrixX> solver;

        bool redundant() const { return static_cast<Eigen::Index>(rows.size()) > rank; }
        void factorise(const MatrixX& Sc) {
            for (std::size_t j = 0; j < rows.size(); ++j)
                for (std::size_t i = j; i < rows.size(); ++i)
                    A(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                        Sc(rows[i], rows[j]);
            A.template triangularView<Eigen::StrictlyUpper>() = A.transpose();
            factorise();
        }
        void factorise() {
            redundant() ? solver.factorise(A, scale, weight, rank)
                        : solver.factorise(A, scale, rank);
        }
        void solve() {
            redundant() ? solver.solveInPlace(b)
                        : solver.SemidefiniteSolver<MatrixX>::solveInPlace(b);
        }
        /// |W b| / size.
        S weighted() const {
            using std::sqrt;
            return sqrt(b.cwiseProduct(weight).dot(b)) / size;
        }
        S removable(const VectorX& from) {
            gather(from);
            if (!redundant()) return weighted();
            solver.fitInPlace(b);
            return weighted();
        }
        S contradiction(const VectorX& from) {
            gather(from);
            if (!redundant() && !solver.singular()) return S(0);
            b0 = b;
            if (redundant()) solver.fitInPlace(b);
            b = b0 - b;
            const S found = weighted();
            return found > S(10) * slack ? found : S(0);
        }
        void gather(const VectorX& from) {
            for (std::size_t i = 0; i < rows.size(); ++i)
                b[static_cast<Eigen::Index>(i)] = from[rows[i]];
        }
        void scatter(VectorX& to) const {
            for (std::size_t i = 0; i < rows.size(); ++i)
                to[rows[i]] = b[static_cast<Eigen::Index>(i)];
        }
    };

    Group groupOf(const ClosureStructure& structure, const ClosureGroup& from,
                  const std::vector<int>& rows, int rank, bool eliminated) const {
        Group to;
        const auto count = static_cast<Eigen::Index>(rows.size());
        to.rank = rank;
        to.size = static_cast<S>(from.size);
        to.slack = static_cast<S>(from.gap);
        to.eliminated = eliminated;
        if (!eliminated) to.A.setZero(count, count);
        to.b.setZero(count);
        to.b0.setZero(count);
        to.scale.setOnes(count);
        to.weight.setOnes(count);
        for (Eigen::Index i = 0; i < count; ++i) {
            const int row = rows[static_cast<std::size_t>(i)];
            const double weight = structure.ranks.weight[row];
            to.rows.push_back(
                static_cast<int>(std::ranges::lower_bound(active_, row) - active_.begin()));
            to.scale[i] = static_cast<S>(1.0 / std::sqrt(structure.compliance[row]));
            to.weight[i] = static_cast<S>(weight * weight);
        }
        if (!eliminated) to.factorise();
        return to;
    }
    std::vector<Group>& groupsOf(GapOf gap) {
        return separatePoses_ && gap == GapOf::Poses ? ofPoses_ : groups_;
    }

    /// The rows of couplings, which connect more than two links.
    static std::vector<int> coupledRows(const Model& model) {
        std::vector<int> rows;
        for (const CouplingElement& coupling : model.couplings)
            rows.push_back(
                model.constraints[static_cast<std::size_t>(coupling.firstConstraint)].closureRow);
        return rows;
    }
    static bool betweenTwo(const std::vector<int>& rows, const std::vector<int>& coupled) {
        return std::ranges::none_of(coupled,
                                    [&](int row) { return std::ranges::binary_search(rows, row); });
    }
    /// The links at both ends of each row of the closures.
    static std::vector<std::array<int, 2>> endsOfRows(const Model& model) {
        const auto linkOf = [&](int body) {
            return body == ground ? ground : model.tree.ofBody[static_cast<std::size_t>(body)];
        };
        std::vector<std::array<int, 2>> ends;
        for (const int k : model.tree.closures) {
            const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
            ends.insert(ends.end(), static_cast<std::size_t>(c.ownRows()),
                        {linkOf(c.bodyA), linkOf(c.bodyB)});
        }
        return ends;
    }

    std::vector<int> active_;
    std::vector<Group> groups_;
    bool separatePoses_ = false;
    std::vector<Group> ofPoses_;  ///< only if they are separate
    std::vector<char> solved_;    ///< [active] whether by Sc
    LoopElimination<S> loops_;
};

extern template class ClosureSolver<double>;
extern template class ClosureSolver<float>;

}  // namespace momentree

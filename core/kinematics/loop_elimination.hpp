// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/math/inertia.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// Solves Sc sigma = b, Sc = J M^-1 J^T with the joints of the spanning tree in place, without the
/// matrix Sc: multipliers of closures are carried from link to link and eliminated as soon as the
/// links between their ends let them (THEORY 3.10). The cost is that of one sweep over the tree
/// times the square of the number of multipliers open at a link, not of the number of closures.
///
/// All wrenches and velocities of a link are about one point of it, in world axes. A caller
/// eliminates the joints, from leaves to root: `close`, which stiffens the link's articulated
/// inertia; `freedoms` and `arm` of the joint; `pass`.
///
/// The rows must be independent except in singular poses, where rows are left out, or dependent
/// ones are found by `count`.
template <typename S>
class LoopElimination {
public:
    /// A row of the closures.
    struct Row {
        int index = 0;              ///< into the b of `solve`
        std::array<int, 2> link{};  ///< tree indices of its ends, or ground
        S scale = S(1);             ///< makes the diagonal of Sc about 1 in usual poses
    };
    /// One freedom of a joint: its direction h, z = sum_i (Mj^-1)_i h_i, Y = sum_i M* h_i
    /// (Mj^-1)_i.
    struct Freedom {
        V6<S> h, z, Y;
    };

    /// Sizes every buffer.
    /// @param length typical of the links, makes forces and torques comparable [m]
    void hold(const Tree& tree, std::vector<Row> rows, S length = S(1));
    /// From now on, rows that depend on others are left out where this shows: where the rows
    /// eliminated so far leave them neither a response nor a wrench of their own.
    /// @param tolerance of scaled pivots, of a row without response; positive
    void count(S tolerance) { tolerance_ = tolerance; }
    bool empty() const { return rows_.empty(); }
    const std::vector<Row>& rows() const { return rows_; }

    /// Starts a factorisation.
    void begin();
    /// Wrench of a unit multiplier of row k on one of its ends.
    void setWrench(int k, int end, const V6<S>& wrench) {
        wrench_[at(2 * k + end)] = rows_[at(k)].scale * wrench;
    }
    /// Gathers the multipliers open at a link and eliminates those it can: M* += y y^T for each.
    /// @param stiffen called with y
    template <typename Stiffen>
    void close(int link, const Stiffen& stiffen) {
        gather(link);
        for (int a = next(); a >= 0; a = next()) stiffen(eliminate(a));
        if (leaveOut())
            for (int a = next(); a >= 0; a = next()) stiffen(eliminate(a));
        dropSingular();
        closed_[at(link)] = static_cast<int>(records_.size());
    }
    /// The freedoms of the link's joint, to be set; unused ones are ignored.
    std::span<Freedom> freedoms(int link, int count) {
        count_[at(link)] = count;
        return {freedoms_.data() + 6 * at(link), at(count)};
    }
    /// From the parent's point to the link's, to be set.
    V3<S>& arm(int link) { return arm_[at(link)]; }
    /// Takes the open multipliers through the joint to the parent. At ground, the rest is solved.
    void pass(int link);

    /// In place: the entries of b in these rows become sigma.
    template <typename Vector>
    void solve(Vector& b) {
        for (std::size_t k = 0; k < rows_.size(); ++k) gap_[k] = rows_[k].scale * b[rows_[k].index];
        solveScaled();
        for (std::size_t k = 0; k < rows_.size(); ++k)
            b[rows_[k].index] = rows_[k].scale * sigma_[k];
    }
    /// Whether rows were left out: a singular pose.
    bool singular() const { return dropped_ > 0; }
    /// The smallest pivot, see SemidefiniteSolver.
    S regularity() const { return singular() ? S(0) : leastPivot_; }
    /// Whether row k was left out.
    bool leftOut(int k) const { return leftOut_[at(k)] != 0; }
    /// The largest pivot of a row that was left out as dependent.
    S largestLeft() const { return largestLeft_; }

private:
    /// Multipliers open at a link, with the same index in all members.
    struct Front {
        std::vector<int> row;
        std::vector<int> unseen;  ///< ends outside the subtree, except ground
        std::vector<V6<S>> G;     ///< wrenches on the link
        std::vector<S> L;         ///< [width x width] response inside the subtree, both triangles
        int size = 0, width = 0;
        S& entry(int i, int j) { return L[at(i * width + j)]; }
        S entry(int i, int j) const { return L[at(i * width + j)]; }
    };
    /// sigma = (gap - l - g^T V - others) pivot^-1.
    struct Record {
        int row = 0, firstOther = 0;
        S inverse;
        V6<S> g;
    };
    struct Other {
        int row;
        S L;
    };
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    int endsOf(int row) const {
        return (rows_[at(row)].link[0] != ground) + (rows_[at(row)].link[1] != ground);
    }
    void planFronts(const Tree& tree);
    void gather(int link);
    void merge(const Front& from);
    int placeOf(int row);
    int next();
    V6<S> eliminate(int a);
    void drop(int a);
    bool leaveOut();
    int arrange(int keep);
    void dropSingular();
    void passToGround(const Front& from, bool last);
    void remove(int a);
    void solveScaled();
    S rest(const Record& record, const Record& following) const;

    std::vector<Row> rows_;
    std::vector<V6<S>> wrench_;          ///< [2 rows], scaled
    std::vector<int> parent_;            ///< [links]
    std::vector<int> firstEnd_, ends_;   ///< ends at each link: 2 row + end
    std::vector<int> buffer_;            ///< [links] index into fronts_
    std::vector<int> firstOf_, merged_;  ///< other children, whose fronts join the link's
    std::vector<char> fresh_;            ///< [links] whether no child leaves its front here
    std::vector<Front> fronts_;
    Front* front_ = nullptr;  ///< of the present link

    std::vector<int> count_;          ///< [links] freedoms
    std::vector<Freedom> freedoms_;   ///< [6 links]
    std::vector<V3<S>> arm_;          ///< [links]
    std::vector<Record> records_;     ///< in the order of elimination
    std::vector<Other> others_;       ///< of the records, open when they were eliminated
    std::vector<int> closed_, done_;  ///< [links] ends of the records before and after the joint
    std::vector<int> passing_;        ///< rows that pass each joint ...
    std::vector<int> firstPassing_;   ///< [links]
    std::vector<S> along_;            ///< ... and Mj^-1 H^T G of each
    std::vector<int> firstAlong_;     ///< [links]
    std::vector<S> e_;                ///< [6 width]
    std::vector<int> place_;          ///< [width] in the front that takes another
    std::vector<char> leftOut_;       ///< [rows]
    std::vector<int> order_;          ///< of complete rows in the front, see `arrange`
    std::vector<S> A_;                ///< [width x width] their response, in `arrange`
    std::vector<V6<S>> B_;            ///< [width] their wrenches
    S length_ = S(1);
    S tolerance_ = S(0);   ///< of `count`, 0 without
    bool counted_ = true;  ///< whether the dependent rows of the present front are left out
    int dropped_ = 0;
    S leastPivot_ = S(1), largestLeft_ = S(0);

    std::vector<S> gap_, l_, step_, sigma_;  ///< [rows]
    std::vector<V6<S>> D_, V_;               ///< [links]
};

extern template class LoopElimination<double>;
extern template class LoopElimination<float>;

}  // namespace momentree

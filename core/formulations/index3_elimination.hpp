// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

namespace momentree {

/// Solves A x = b for a matrix of dense blocks, sparse by blocks with a symmetric pattern
/// (THEORY 6.4): the assembly and disassembly of the divide and conquer. Eliminating a block joins
/// what lies on both sides of it; the blocks that it couples are the handles of what has been
/// joined. The factors are L D U without pivoting, which quasidefinite matrices (positive blocks of
/// joints, negative ones of bodies) allow in every order.
class BlockElimination {
public:
    /// Rows of the later block, columns of the earlier one in the order of elimination, row-major.
    struct Place {
        double* values = nullptr;
        double* upper = nullptr;  ///< transpose of the block above the diagonal, the same shape
        bool swapped = false;     ///< the second block asked for is the later one
    };

    /// Chooses the order (least fill first, then by index) and sizes every buffer.
    /// @param sizes [blocks] rows of each block; @param couplings pairs of blocks
    /// @param late [blocks] whether the block's own pivot is too small to come before all of the
    /// blocks that it couples
    void analyse(const std::vector<int>& sizes, const std::vector<std::pair<int, int>>& couplings,
                 const std::vector<char>& late);
    /// Where to write block (a, b) of A before `factorise`; stays valid until the next `analyse`.
    Place at(int a, int b);
    /// First row of a block in the vectors of `solve`.
    int row(int block) const { return columns_[position(block)].row; }
    int rows() const { return rows_; }

    /// All blocks to zero.
    void clear();
    /// Eliminates the blocks of A in place: from the leaves of the assembly tree to its root. If A
    /// is symmetric its `upper` blocks are not looked at.
    void factorise(bool symmetric);
    /// In place: b becomes x. From the leaves to the root and back.
    void solve(double* x);

private:
    struct Below {
        std::size_t column = 0;  ///< of the coupled block, later than this
        std::size_t values = 0;  ///< offset of the coupling block
    };
    struct Column {
        int size = 0, row = 0;
        std::size_t pivot = 0;  ///< offset of the diagonal block, after `factorise` its inverse
        std::size_t firstBelow = 0, lastBelow = 0;
        std::size_t firstTarget = 0;  ///< of the updates of pairs below, row by row
        int commonSize = 0;           ///< of all blocks below if they are as large as this one
    };
    std::size_t position(int block) const { return position_[static_cast<std::size_t>(block)]; }
    void layOut(const std::vector<int>& sizes, const std::vector<std::vector<int>>& fill,
                const std::vector<int>& order);
    std::size_t offset(std::size_t later, std::size_t earlier) const;
    template <int N, int R, bool symmetric>
    void eliminate(const Column& column);
    template <int N>
    void forward(const Column& column, double* x) const;
    template <int N>
    void backward(const Column& column, double* x);
    const double* above() const { return symmetric_ ? values_.data() : upper_.data(); }

    std::vector<std::size_t> position_;  ///< [blocks] column of each
    std::vector<Column> columns_;        ///< in the order of elimination
    std::vector<Below> below_;
    std::vector<std::size_t> targets_;  ///< offsets of the blocks that pairs below update
    std::vector<double> values_;        ///< A; after `factorise` inverse pivots on the diagonal
    std::vector<double> upper_;         ///< transposed blocks above the diagonal, likewise
    std::vector<double> factor_;        ///< L below the diagonal, at the offsets of `values_`
    std::vector<double> scratch_;
    int rows_ = 0;
    bool symmetric_ = true;
};

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
// Constraint subspaces D of the joints in world axes at the outboard origin (THEORY 2). Any basis
// of the subspace is valid; if all three directions are locked, it is the world axes.
#pragma once

#include "core/kinematics/tree_links.hpp"

namespace momentree {

/// The linear and angular directions that a joint locks: all, the two normal to its axis z, the one
/// along it of a planar joint, the one normal to both axes of a universal joint, or none.
template <typename J>
struct Locked {
    static constexpr bool along = std::is_same_v<J, Prismatic> || std::is_same_v<J, Cylindrical>;
    static constexpr bool open = std::is_same_v<J, Free> || std::is_same_v<J, Translational>;
    static constexpr bool flat = std::is_same_v<J, Planar>;
    static constexpr int linear = open ? 0 : flat ? 1 : along ? 2 : 3;
    static constexpr int angular = 6 - J::nu - linear;
    static constexpr int all = 6 - J::nu;
};

/// D = [[L, 0], [0, A]] of a joint of kind J with 3 x linear L and 3 x angular A.
template <typename J, typename S>
struct ConstraintSpace {
    static constexpr int linear = Locked<J>::linear, angular = Locked<J>::angular,
                         all = Locked<J>::all;
    using Square = Eigen::Matrix<S, all, all>;
    M3<S> L = M3<S>::diagonal(S(1)), A = M3<S>::diagonal(S(1));  ///< only the columns in use

    MOMENTREE_INLINE explicit ConstraintSpace(const TreeLink<S>& link) {
        if constexpr (linear == 1) L.x = link.R.z;
        if constexpr (linear == 2) L = link.R;
        if constexpr (angular == 2) A = link.R;
        if constexpr (angular == 1) A.x = cross(link.x_A, link.R.y);
    }

    /// Its columns.
    Mat6N<S, all> basis() const {
        Mat6N<S, all> D = Mat6N<S, all>::Zero();
        D.template topLeftCorner<3, linear>() = L.eigen().template leftCols<linear>();
        D.template bottomRightCorner<3, angular>() = A.eigen().template leftCols<angular>();
        return D;
    }
    /// Upper triangle of D^T X D.
    MOMENTREE_INLINE Square compressed(const Symmetric6<S>& X) const {
        Square DXD = Square::Zero();
        put<0, 0, linear, linear>(L, X.A, L, DXD);
        put<0, linear, linear, angular>(L, X.B, A, DXD);
        put<linear, linear, angular, angular>(A, X.C, A, DXD);
        return DXD;
    }
    /// Column of D M for an upper triangular M.
    template <int column>
    MOMENTREE_INLINE V6<S> spread(const Square& M) const {
        return {combined<0, linear, column>(L, M), combined<linear, angular, column>(A, M)};
    }

private:
    /// The block rows^T X columns; rows and columns are the world axes if all are used.
    template <int row, int column, int m, int n>
    static MOMENTREE_INLINE void put(const M3<S>& rows, const M3<S>& X, const M3<S>& columns,
                                     Square& out) {
        const std::array<V3<S>, 3> a{rows.x, rows.y, rows.z};
        const std::array<V3<S>, 3> b{columns.x, columns.y, columns.z};
        const std::array<V3<S>, 3> x{X.x, X.y, X.z};
        for (int j = 0; j < n; ++j) {
            const auto k = static_cast<std::size_t>(j);
            const V3<S> Xb = n == 3 ? x[k] : X * b[k];
            for (int i = 0; i < m; ++i)
                out(row + i, column + j) = m == 3 ? Xb[i] : dot(a[static_cast<std::size_t>(i)], Xb);
        }
    }
    template <int first, int count, int column>
    static MOMENTREE_INLINE V3<S> combined(const M3<S>& axes, const Square& M) {
        if constexpr (count == 0 || first > column) {
            return V3<S>::zero();
        } else if constexpr (count == 3) {
            return V3<S>::make(M(first, column), M(first + 1, column), M(first + 2, column));
        } else if constexpr (count == 2) {
            return M(first, column) * axes.x + M(first + 1, column) * axes.y;
        } else {
            return M(first, column) * axes.x;
        }
    }
};

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
// Constraint subspaces D of the joints in world axes at the outboard origin (THEORY 2). Any basis
// of the subspace serves; this one has the world's axes wherever all three directions are locked.
#pragma once

#include "core/kinematics/tree_links.hpp"

namespace momentree {

/// How many linear and angular directions a joint locks: all, the two across its axis z, the one
/// across both axes of a universal joint, or none.
template <typename J>
struct Locked {
    static constexpr bool along = std::is_same_v<J, Prismatic> || std::is_same_v<J, Cylindrical>;
    static constexpr bool open = std::is_same_v<J, Free> || std::is_same_v<J, Translational>;
    static constexpr int linear = open ? 0 : along ? 2 : 3;
    static constexpr int angular = 6 - J::nu - linear;
    static constexpr int all = 6 - J::nu;
};

/// D = [[L, 0], [0, A]] of a joint of kind J with 3 x linear L and 3 x angular A.
template <typename J, typename S>
struct ConstraintSpace {
    static constexpr int linear = Locked<J>::linear, angular = Locked<J>::angular,
                         all = Locked<J>::all;
    template <int columns>
    using Axes = Eigen::Matrix<S, 3, columns>;
    using Square = Eigen::Matrix<S, all, all>;
    Axes<linear> L;
    Axes<angular> A;

    explicit ConstraintSpace(const TreeLink<S>& link)
        : L(axes<linear>(link)), A(axes<angular>(link)) {}

    Mat6N<S, all> basis() const {
        Mat6N<S, all> D = Mat6N<S, all>::Zero();
        D.template topLeftCorner<3, linear>() = L;
        D.template bottomRightCorner<3, angular>() = A;
        return D;
    }
    /// D^T X D of a symmetric X.
    Square compressed(const Mat6<S>& X) const {
        Square DXD;
        if constexpr (linear > 0) {
            DXD.template topLeftCorner<linear, linear>() =
                from(L, by(X.template topLeftCorner<3, 3>(), L));
        }
        if constexpr (angular > 0) {
            DXD.template bottomRightCorner<angular, angular>() =
                from(A, by(X.template bottomRightCorner<3, 3>(), A));
        }
        if constexpr (linear > 0 && angular > 0) {
            DXD.template topRightCorner<linear, angular>() =
                from(L, by(X.template topRightCorner<3, 3>(), A));
            DXD.template bottomLeftCorner<angular, linear>() =
                DXD.template topRightCorner<linear, angular>().transpose();
        }
        return DXD;
    }
    /// D M.
    Mat6N<S, all> spread(const Square& M) const {
        Mat6N<S, all> DM;
        DM.setZero();
        if constexpr (linear == 3) {
            DM.template topRows<3>() = M.template topRows<3>();
        } else if constexpr (linear > 0) {
            DM.template topRows<3>().noalias() = L * M.template topRows<linear>();
        }
        if constexpr (angular == 3) {
            DM.template bottomRows<3>() = M.template bottomRows<3>();
        } else if constexpr (angular > 0) {
            DM.template bottomRows<3>().noalias() = A * M.template bottomRows<angular>();
        }
        return DM;
    }

private:
    template <int columns>
    static Axes<columns> axes(const TreeLink<S>& link) {
        if constexpr (columns == 3) {
            return Axes<3>::Identity();
        } else if constexpr (columns == 2) {
            Axes<2> across;
            across << link.R.x.eigen(), link.R.y.eigen();
            return across;
        } else if constexpr (columns == 1) {
            return cross(link.x_A, link.R.y).eigen();
        } else {
            return {};
        }
    }
    /// X axes, and axes^T X, where three axes are the world's.
    template <typename Block, int columns>
    static Axes<columns> by(const Block& X, const Axes<columns>& axes) {
        if constexpr (columns == 3) {
            return X;
        } else {
            return X * axes;
        }
    }
    template <int rows, int columns>
    static Eigen::Matrix<S, rows, columns> from(const Axes<rows>& axes, const Axes<columns>& X) {
        if constexpr (rows == 3) {
            return X;
        } else {
            return axes.transpose() * X;
        }
    }
};

}  // namespace momentree

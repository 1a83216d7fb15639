// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/hdca/node.hpp"
#include "core/kinematics/constraints.hpp"
#include "core/math/solve.hpp"

namespace momentree {

/// One loop closed to ground at handle 2 of a path that begins at ground (THEORY 3.5): all closures
/// of the model connect one body to ground by at most six rows. Handle 2 is the point of the
/// closing joint, so that the transport of an impulse vanishes at a joint fixed to ground; the
/// centre of mass if only angles close the loop.
template <typename S>
class GroundLoop {
public:
    /// @param beta feedback of violations [1/s], THEORY 3.9
    GroundLoop(const Model& model, double beta);

    int body() const { return body_; }  ///< model body at the loop's end
    /// From the end body's centre of mass to handle 2, world axes.
    Vec3<S> arm(std::span<const BodyKinematics<S>> bodies) const {
        return at(bodies, body_).R * point_;
    }

    /// [sigma_1; sigma_2] = -eta^-1 [D^T (xi10 - V_t); Dc^T xi20 + Phi_t + beta Phi], T_1 = D
    /// sigma_1, T_2 = Dc sigma_2 (3.5; (42), (94) and (95) have wrong signs as printed). Sets T_1
    /// and T_2 of the path's root.
    /// @param xi of the root
    template <int locked>
    void close(double t, std::span<const BodyKinematics<S>> bodies, const Mat6N<S, locked>& D,
               const V6<S>& V_t, const HdcaMatrices<S>& xi, HdcaNode<S>& root) {
        evaluateRows(t, bodies);
        const Mat6<S> xi11 = xi.xi11.full(), xi12 = xi.xi12.full(), xi22 = xi.xi22.full();
        const Eigen::Index rows = Dc_.cols();
        Eta eta(locked + rows, locked + rows);
        eta.bottomRightCorner(rows, rows) = Dc_.transpose() * xi22 * Dc_;
        EtaVector sigma(locked + rows), scale(locked + rows);
        if constexpr (locked > 0) {  // a free joint locks nothing
            eta.topLeftCorner(locked, locked) = D.transpose() * xi11 * D;
            eta.topRightCorner(locked, rows) = D.transpose() * xi12 * Dc_;
            eta.bottomLeftCorner(rows, locked) = eta.topRightCorner(locked, rows).transpose();
            sigma.head(locked) = -D.transpose() * (root.xi10 - V_t).eigen();
        }
        sigma.tail(rows) = -(Dc_.transpose() * root.xi20.eigen() + Phi_t_ + beta_ * Phi_);
        for (int k = 0; k < locked; ++k)
            scale[k] = D.col(k).template topRows<3>().isZero() ? radius_ : S(1);
        scale.tail(rows) = scale_;
        eta_.factorise(eta, scale);
        eta_.solveInPlace(sigma);
        root.T_1 = V6<S>::zero();
        if constexpr (locked > 0) root.T_1 = V6<S>::of(Vec6<S>(D * sigma.head(locked)));
        sigma2_ = sigma.tail(rows);
        root.T_2 = V6<S>::of(Vec6<S>(Dc_ * sigma2_));
    }

    /// Qb_2 = Dcdot sigma_2 + [0; v_c x t_c]: transport of the closing impulse, with the resulting
    /// velocities.
    Vec6<S> load(double t, std::span<const BodyKinematics<S>> bodies);

private:
    using Eta = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 12, 12>;
    using EtaVector = Eigen::Matrix<S, Eigen::Dynamic, 1, Eigen::ColMajor, 12, 1>;
    using RowVector = Eigen::Matrix<S, Eigen::Dynamic, 1, Eigen::ColMajor, 6, 1>;
    /// Constraint directions Dc of the closing joint about handle 2, their rates, Phi and Phi_t.
    void evaluateRows(double t, std::span<const BodyKinematics<S>> bodies);

    const Model& model_;
    int body_ = ground;
    Vec3<S> point_ = Vec3<S>::Zero();  ///< handle 2 from the centre of mass, body axes
    S beta_;
    S radius_;  ///< makes angular directions comparable to linear ones [m]
    RowVector scale_;
    ConstraintTerms<S> terms_;
    Mat6X<S> Dc_, DcDot_;
    RowVector Phi_, Phi_t_, sigma2_;
    SemidefiniteSolver<Eta> eta_;
};

}  // namespace momentree

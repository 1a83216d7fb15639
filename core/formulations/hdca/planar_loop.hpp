// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dynamics/closure_structure.hpp"
#include "core/formulations/hdca/planar_mechanism.hpp"
#include "core/formulations/hdca/planar_node.hpp"
#include "core/math/small_cholesky.hpp"
#include "core/math/solve.hpp"

namespace momentree {

/// The loop to ground of a planar mechanism at handle 2 of a path, like `GroundLoop` in space: Dc
/// is D, in world axes. Its two equations are independent outside singular poses.
template <typename S>
class PlanarLoop {
public:
    /// @param beta feedback of violations [1/s]
    /// @param method null for a rank-revealing solution, the only one that passes singular poses
    PlanarLoop(const PlanarMechanism& plane, double beta, std::optional<Inversion> method)
        : closure_(plane.closure), beta_(static_cast<S>(beta)), method_(method) {
        if (!closure_) return;
        end_ = {static_cast<S>(closure_->end.x()), static_cast<S>(closure_->end.y())};
        point_ = {static_cast<S>(closure_->point.x()), static_cast<S>(closure_->point.y())};
    }

    /// To be called once per run, before all others.
    void hold(const ClosureStructure& structure) {
        // Both directions are as stiff: the axes of the plane need not be those of the world.
        double most = 0.0;
        rank_ = 0;  // of equations that hold in all poses, which are in no group
        for (const ClosureGroup& group : structure.ranks.groups) {
            rank_ += group.rank;
            for (const int row : group.rows) most = std::max(most, structure.compliance[row]);
        }
        scale_.setConstant(static_cast<S>(most > 0.0 ? 1.0 / std::sqrt(most) : 1.0));
    }

    bool closed() const { return closure_.has_value(); }
    bool endsAt(int body) const { return closure_ && closure_->body == body; }  ///< tree index
    Flat<S> end() const { return end_; }  ///< from the body's centre of mass, at q = 0

    /// [sigma_1; sigma_2] = -eta^-1 [D^T xi10; D^T xi20 + beta Phi], T_1 = D sigma_1, T_2 = D
    /// sigma_2; (42), (94) and (95) have wrong signs as printed.
    /// @param handle2 position of the loop's joint [m]
    /// The joint at ground is never redundant, so sigma_1 is eliminated first.
    void close(Flat<S> handle2, PlanarNode<S>& root) {
        const Flat<S> Phi = asked_ ? *asked_ : beta_ * (handle2 - point_);
        eta_ << flat(root.xi11), flat(root.xi21).transpose(), flat(root.xi21), flat(root.xi22);
        EtaVector sigma{-root.xi10[0], -root.xi10[1], -(root.xi20[0] + Phi.x),
                        -(root.xi20[1] + Phi.y)};
        if (method_) {
            sigma = (inverse(eta_, *method_) * sigma).eval();
        } else {
            Sc_.factorise(Sc(), scale_, rank_);
            const Pair x = base_.solve(Pair(sigma.template head<2>()));
            Pair sigma2 = sigma.template tail<2>() - eta_.template bottomLeftCorner<2, 2>() * x;
            Sc_.solveInPlace(sigma2);
            sigma << x - X_ * sigma2, sigma2;
        }
        root.T_1 = {sigma[0], sigma[1]};
        root.T_2 = sigma2_ = {sigma[2], sigma[3]};
    }

    /// J M^-1 J^T in the plane, without the joint at ground.
    Square2<S> Sc() {
        base_.compute(eta_.template topLeftCorner<2, 2>());
        X_ = base_.solve(Square2<S>(eta_.template topRightCorner<2, 2>()));
        return eta_.template bottomRightCorner<2, 2>() -
               eta_.template bottomLeftCorner<2, 2>() * X_;
    }

    /// Replaces beta Phi in the next calls of `close`; empty for none.
    void ask(std::optional<Flat<S>> gap) { asked_ = gap; }

    /// Qb_2 = [0; v_c x t_c]: zero except for the feedback, since the closing point is at rest.
    V3<S> load(Flat<S> v_c) const { return V3<S>::make(S(0), S(0), cross(v_c, sigma2_)); }

private:
    using Eta = Eigen::Matrix<S, 4, 4>;
    using EtaVector = Eigen::Matrix<S, 4, 1>;
    using Pair = Eigen::Matrix<S, 2, 1>;

    std::optional<PlanarMechanism::Closure> closure_;
    Flat<S> end_, point_, sigma2_;
    S beta_;
    std::optional<Inversion> method_;
    std::optional<Flat<S>> asked_;
    Eta eta_;
    SmallCholesky<S> base_;  ///< of D^T xi11 D
    Square2<S> X_;           ///< (D^T xi11 D)^-1 D^T xi12 D
    SemidefiniteSolver<Square2<S>> Sc_;
    Pair scale_ = Pair::Ones();
    int rank_ = 2;
};

}  // namespace momentree

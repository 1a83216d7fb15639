// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/hdca/planar_mechanism.hpp"
#include "core/formulations/hdca/planar_node.hpp"
#include "core/math/solve.hpp"

namespace momentree {

/// The loop to ground of a planar mechanism at handle 2 of a path, like `GroundLoop` in space: Dc
/// is D, in world axes.
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

    bool closed() const { return closure_.has_value(); }
    bool endsAt(int body) const { return closure_ && closure_->body == body; }  ///< tree index
    Flat<S> end() const { return end_; }  ///< from the body's centre of mass, at q = 0

    /// [sigma_1; sigma_2] = -eta^-1 [D^T xi10; D^T xi20 + beta Phi], T_1 = D sigma_1, T_2 = D
    /// sigma_2; (42), (94) and (95) have wrong signs as printed.
    /// @param handle2 position of the loop's joint [m]
    void close(Flat<S> handle2, PlanarNode<S>& root) {
        const Flat<S> Phi = handle2 - point_;
        Eta eta;
        eta << flat(root.xi11), flat(root.xi21).transpose(), flat(root.xi21), flat(root.xi22);
        EtaVector sigma{-root.xi10[0], -root.xi10[1], -(root.xi20[0] + beta_ * Phi.x),
                        -(root.xi20[1] + beta_ * Phi.y)};
        if (method_) {
            sigma = (inverse(eta, *method_) * sigma).eval();
        } else {
            eta_.factorise(eta, EtaVector::Ones());
            eta_.solveInPlace(sigma);
        }
        root.T_1 = {sigma[0], sigma[1]};
        root.T_2 = sigma2_ = {sigma[2], sigma[3]};
    }

    /// Qb_2 = [0; v_c x t_c]: zero except for the feedback, since the closing point is at rest.
    V3<S> load(Flat<S> v_c) const { return V3<S>::make(S(0), S(0), cross(v_c, sigma2_)); }

private:
    using Eta = Eigen::Matrix<S, 4, 4>;
    using EtaVector = Eigen::Matrix<S, 4, 1>;

    std::optional<PlanarMechanism::Closure> closure_;
    Flat<S> end_, point_, sigma2_;
    S beta_;
    std::optional<Inversion> method_;
    SemidefiniteSolver<Eta> eta_;
};

}  // namespace momentree

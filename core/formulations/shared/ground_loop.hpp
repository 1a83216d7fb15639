// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/shared/closure.hpp"
#include "core/formulations/shared/two_handles.hpp"
#include "core/math/small_cholesky.hpp"

namespace momentree {

/// One loop closed to ground at handle 2 of a path that begins at ground (THEORY 3.5): all closures
/// of the model connect one body to ground by at most six rows. Handle 2 is the point of the
/// closing joint, so that the transport of an impulse vanishes at a joint fixed to ground; the
/// centre of mass if only angles close the loop.
template <typename S>
class GroundLoop {
public:
    /// @param beta feedback of violations [1/s], THEORY 3.9
    /// @param solver of the closures; must outlive this object
    GroundLoop(const Model& model, double beta, ClosureSolver<S>& solver);

    int body() const { return body_; }  ///< model body at the loop's end
    /// From the end body's centre of mass to handle 2, world axes.
    Vec3<S> arm(std::span<const BodyKinematics<S>> bodies) const {
        return at(bodies, body_).R * point_;
    }

    /// [sigma_1; sigma_2] = -eta^-1 [D^T (xi10 - V_t); Dc^T xi20 + Phi_t + beta Phi], T_1 = D
    /// sigma_1, T_2 = Dc sigma_2 (3.5; (42), (94) and (95) have wrong signs as printed). Sets T_1
    /// and T_2 of the path's root. The joint at the base is never redundant, so sigma_1 is
    /// eliminated first, and sigma_2 found as for all other closures.
    /// @param base link at ground, with constraint directions D
    /// @param xi of the root
    void close(double t, std::span<const BodyKinematics<S>> bodies, const TreeLink<S>& base,
               const V6<S>& V_t, const HandleMatrices<S>& xi, HandleNode<S>& root);
    /// The same for accelerations (THEORY 3b): D^T (xi10 - c), and Dc^T (xi20 + [w x (w x s); 0]) -
    /// gamma + 2 beta Phi' + beta^2 Phi at the far end.
    /// @param end link of the loop's end
    void closeAccelerations(double t, std::span<const BodyKinematics<S>> bodies,
                            const TreeLink<S>& base, const V6<S>& c, const TreeLink<S>& end,
                            const HandleMatrices<S>& xi, HandleNode<S>& root);
    /// Replaces the gap at the far end in the next calls; null for none.
    /// @param gap [rows of the structure]
    void ask(const Eigen::Matrix<S, Eigen::Dynamic, 1>* gap) { asked_ = gap; }

    /// Qb_2 = Dcdot sigma_2 + [0; v_c x t_c]: transport of the closing impulse, with the resulting
    /// velocities.
    Vec6<S> load(double t, std::span<const BodyKinematics<S>> bodies);

private:
    using MatrixX = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
    using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;
    /// Constraint directions Dc of the closing joint about handle 2, their rates, Phi, Phi_t and
    /// gamma; zero beyond its rows.
    void evaluateRows(double t, std::span<const BodyKinematics<S>> bodies);
    /// @param rest of the gap at the far end, besides Dc^T xi20
    void solve(const TreeLink<S>& base, const V6<S>& V_t, const Vec6<S>& rest,
               const HandleMatrices<S>& xi, HandleNode<S>& root);

    const Model& model_;
    int body_ = ground;
    Vec3<S> point_ = Vec3<S>::Zero();  ///< handle 2 from the centre of mass, body axes
    S beta_;
    int rows_ = 0;
    ConstraintTerms<S> terms_;
    Mat6<S> Dc_ = Mat6<S>::Zero(), DcDot_ = Dc_;
    Vec6<S> Phi_ = Vec6<S>::Zero(), Phi_t_ = Phi_, gamma_ = Phi_, sigma2_ = Phi_;
    const VectorX* asked_ = nullptr;
    SmallCholesky<S> base_;  ///< of D^T xi11 D
    MatrixX Sc_;             ///< [rows of the structure]
    VectorX sigma_;
    ClosureSolver<S>& solver_;
};

}  // namespace momentree

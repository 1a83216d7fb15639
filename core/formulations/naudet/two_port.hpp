// SPDX-License-Identifier: Apache-2.0
// A piece of a tree between the link that carries it and the link that carries the next piece, as a
// two-port of the recursion in canonical momenta (THEORY 4).
#pragma once

#include "core/formulations/shared/joint_pivot.hpp"
#include "core/math/block6.hpp"
#include "core/math/inverse.hpp"

namespace momentree {

/// Effect of the unknown momentum P_out at the outer end of a piece during the inward pass: the
/// remainder is D + G P_out, and the velocity at the outer end is Gt V_in + l - L P_out.
template <typename S>
struct Way {
    Block6<S> Gt{M3<S>::diagonal(S(1)), M3<S>::zero(), M3<S>::zero(),
                 M3<S>::diagonal(S(1))};  // G^T
    Symmetric6<S> L{M3<S>::zero(), M3<S>::zero(), M3<S>::zero()};
    V6<S> l = V6<S>::zero();

    /// Through the joint of a link to its carrier: g = G^T h, l += g (Mj^-1 (p - d) - Y^T V_t) +
    /// G^T V_t, L += g Mj^-1 g^T, G_a = X^T (G - Y g^T). Only the last product of G waits for g.
    /// @param g [nu] written
    template <typename Motion, int nu>
    MOMENTREE_INLINE void pass(const Motion& /*H*/, const PivotColumns<nu, S>& joint,
                               const TreeLink<S>& link, V6<S>* g) {
        for (std::size_t j = 0; j < nu; ++j)
            g[j] = turnsOnly<Motion> ? V6<S>{Gt.la * joint.h[j].a, Gt.aa * joint.h[j].a}
                                     : Gt * joint.h[j];
        for (std::size_t j = 0; j < nu; ++j) {
            const auto column = static_cast<Eigen::Index>(j);
            S u = joint.u[column];
            if (link.driven) u -= dot(joint.Y[j], link.V_t);
            l += u * g[j];
            V6<S> c = joint.MjInv(0, column) * g[0];
            for (std::size_t row = 1; row < nu; ++row)
                c += joint.MjInv(static_cast<Eigen::Index>(row), column) * g[row];
            L.A.addOuter(c.l, g[j].l);
            L.B.addOuter(c.l, g[j].a);
            L.C.addOuter(c.a, g[j].a);
        }
        pass(link);
        for (std::size_t j = 0; j < nu; ++j) Gt.addOuter(-g[j], shiftWrench(link.r, joint.Y[j]));
    }
    /// The same for a fixed or driven joint.
    MOMENTREE_INLINE void pass(const TreeLink<S>& link) {
        if (link.driven) l += Gt * link.V_t;
        Gt.la += cross(Gt.ll, -link.r);
        Gt.aa += cross(Gt.al, -link.r);
    }
};

/// Momentum at the inner end and velocity at the outer end in terms of the carrier's velocity and
/// the articulated momentum of everything after the piece, each end about its link's origin: P_in =
/// K V_in + D + G P_out, V_out = G^T V_in + l - L P_out. G, l, L are 0 if nothing follows.
template <typename S>
struct TwoPort {
    Mat6<S> K = Mat6<S>::Zero(), G = Mat6<S>::Zero(), L = Mat6<S>::Zero();
    Vec6<S> D = Vec6<S>::Zero(), l = Vec6<S>::Zero();
    bool open = true;  ///< whether anything follows
};

/// Rotation of both halves of a 6-vector by R, as a matrix.
template <typename S>
Mat6<S> turning(const Mat3<S>& R) {
    Mat6<S> T = Mat6<S>::Zero();
    T.template topLeftCorner<3, 3>() = T.template bottomRightCorner<3, 3>() = R;
    return T;
}

/// The same piece with its inner end in rotated axes: R turns the old axes into the new ones.
template <typename S>
TwoPort<S> turnedInside(const Mat3<S>& R, const TwoPort<S>& piece) {
    const Mat6<S> T = turning(R);
    TwoPort<S> turned;
    turned.K = T * piece.K * T.transpose();
    turned.D = T * piece.D;
    turned.open = piece.open;
    if (!piece.open) return turned;  // the other data may be in another processor's cache
    turned.G = T * piece.G;
    turned.L = piece.L;
    turned.l = piece.l;
    return turned;
}

/// Two pieces in a row; the velocity between them is V = N (G_A^T V_in + w - L_A G_B P_out).
template <typename S>
class Junction {
public:
    /// @param B in axes of A's outer end
    void meet(const TwoPort<S>& A, const TwoPort<S>& B) {
        A_ = A, B_ = B;
        N_ = Ldup<S, 6>(Mat6<S>::Identity() + A.L * B.K).inverse();
        w_ = A.l - A.L * B.D;
    }
    /// Both as one two-port.
    TwoPort<S> joined() const {
        const TwoPort<S>&A = A_, &B = B_;
        const Mat6<S> G = N_.transpose() * B.G;
        const Mat6<S> K = A.K + A.G * (B.K * N_) * A.G.transpose();
        const Mat6<S> L = B.L + G.transpose() * A.L * B.G;
        TwoPort<S> C;
        C.K = S(0.5) * (K + K.transpose());
        C.L = S(0.5) * (L + L.transpose());
        C.G = A.G * G;
        C.D = A.D + A.G * (B.K * (N_ * w_) + B.D);
        C.l = B.l + G.transpose() * w_;
        C.open = B.open;
        return C;
    }
    /// Velocity between the pieces.
    Vec6<S> velocity(const Vec6<S>& V_in, const Vec6<S>& P_out) const {
        return N_ * (A_.G.transpose() * V_in + w_ - A_.L * (B_.G * P_out));
    }
    /// Momentum of B at its inner end for the velocity V between the pieces.
    Vec6<S> momentum(const Vec6<S>& V, const Vec6<S>& P_out) const {
        return B_.K * V + B_.D + B_.G * P_out;
    }

private:
    TwoPort<S> A_, B_;
    Mat6<S> N_;
    Vec6<S> w_;
};

}  // namespace momentree

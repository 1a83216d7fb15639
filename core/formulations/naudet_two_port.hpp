// SPDX-License-Identifier: Apache-2.0
// A piece of a tree between the link that carries it and the link that carries the next piece, as
// the recursion in canonical momenta sees it from outside (THEORY 4).
#pragma once

#include "core/math/spatial.hpp"

namespace momentree {

/// Momentum at the inner end and velocity at the outer one by the velocity of the carrier and the
/// articulated momentum of all that follows, each end about its own link's origin:
/// P_in = K V_in + D + G P_out, V_out = G^T V_in + l - L P_out. G, l, L are 0 where nothing
/// follows.
template <typename S>
struct TwoPort {
    Mat6<S> K = Mat6<S>::Zero(), G = Mat6<S>::Zero(), L = Mat6<S>::Zero();
    Vec6<S> D = Vec6<S>::Zero(), l = Vec6<S>::Zero();
};

/// Both halves of a 6-vector turned by R, as a matrix.
template <typename S>
Mat6<S> turning(const Mat3<S>& R) {
    Mat6<S> T = Mat6<S>::Zero();
    T.template topLeftCorner<3, 3>() = T.template bottomRightCorner<3, 3>() = R;
    return T;
}

/// The same piece with its inner end in axes that R turns its own into.
template <typename S>
TwoPort<S> turnedInside(const Mat3<S>& R, const TwoPort<S>& piece) {
    const Mat6<S> T = turning(R);
    return {T * piece.K * T.transpose(), T * piece.G, piece.L, T * piece.D, piece.l};
}

/// Two pieces in a row; the velocity between them is V = N (G_A^T V_in + w - L_A G_B P_out).
template <typename S>
class Junction {
public:
    /// @param B in the axes of A's outer end
    TwoPort<S> join(const TwoPort<S>& A, const TwoPort<S>& B) {
        A_ = A, B_ = B;
        N_ = (Mat6<S>::Identity() + A.L * B.K).inverse();
        w_ = A.l - A.L * B.D;
        const Mat6<S> G = N_.transpose() * B.G;
        const Mat6<S> K = A.K + A.G * (B.K * N_) * A.G.transpose();
        const Mat6<S> L = B.L + G.transpose() * A.L * B.G;
        TwoPort<S> C;
        C.K = S(0.5) * (K + K.transpose());
        C.L = S(0.5) * (L + L.transpose());
        C.G = A.G * G;
        C.D = A.D + A.G * (B.K * (N_ * w_) + B.D);
        C.l = B.l + G.transpose() * w_;
        return C;
    }
    /// Velocity between the pieces.
    Vec6<S> velocity(const Vec6<S>& V_in, const Vec6<S>& P_out) const {
        return N_ * (A_.G.transpose() * V_in + w_ - A_.L * (B_.G * P_out));
    }
    /// Momentum of B at its inner end where that velocity is V.
    Vec6<S> momentum(const Vec6<S>& V, const Vec6<S>& P_out) const {
        return B_.K * V + B_.D + B_.G * P_out;
    }

private:
    TwoPort<S> A_, B_;
    Mat6<S> N_;
    Vec6<S> w_;
};

}  // namespace momentree

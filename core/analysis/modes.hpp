// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/linearisation.hpp"

namespace momentree {

/// An eigenvalue lambda of small movements about a pose: z(t) = Re(z exp(lambda t)).
struct Mode {
    /// Of a conjugate pair, the one with positive imaginary part; of a pair of equal and opposite
    /// real ones of undamped movements, the positive one.
    std::complex<double> eigenvalue;
    double frequency = 0.0;  ///< |lambda| / 2 pi, without damping [Hz]
    double damping = 0.0;    ///< -Re lambda / |lambda|; 0 for lambda = 0
    bool rigid = false;      ///< nothing drives it back: lambda is zero
    Eigen::VectorXcd z;      ///< [f] with the largest joint speed of the tree scaled to 1
    /// [bodies] displacement of the centre of mass and rotation, world axes
    std::vector<Eigen::Matrix<std::complex<double>, 6, 1>> bodies;
};

enum class Stability : std::uint8_t {
    Stable,    ///< every small movement stays small or fades
    Neutral,   ///< some movement is neither driven back nor away
    Unstable,  ///< some movement grows
    Fixed      ///< nothing can move
};

/// "stable", "neutral", "unstable" or "fixed".
const char* stabilityId(Stability stability);

struct Modes {
    std::vector<Mode> modes;  ///< by frequency, then by eigenvalue
    Stability stability = Stability::Fixed;
    int growing = 0;        ///< modes with a positive real part
    bool undamped = false;  ///< without dampers, from a symmetric eigenvalue problem
};

/// Modes of z'' M_r + z' C_r + z K_r = 0, or of `Linearisation::restricted`. If no force depends on
/// velocities and K_r is symmetric, they are found from K_r z = w^2 M_r z.
Modes modesOf(const Model& model, const Linearisation& about);

/// The eigenvalues of A of `stateSpace`. Those of movements that come back to nothing are exactly
/// zero, as in `modesOf`.
Eigen::VectorXcd eigenvaluesOf(const Linearisation& about, const Eigen::MatrixXd& A);

}  // namespace momentree

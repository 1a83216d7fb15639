// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <optional>
#include <vector>

namespace momentree {

/// A point of the plane, x + i y [m].
using Complex = std::complex<double>;
inline double dot(Complex a, Complex b) { return a.real() * b.real() + a.imag() * b.imag(); }

/// A four-bar or a geared five-bar with a point on its coupler. Crank 1 turns by th about its pivot
/// O = x0 + i y0 and carries A, crank 2 by n th + f about O + d e^(i alpha) and carries B. Links b
/// and c join A and B at C; the point is fixed to link b. Without the frame of O and alpha:
///   A = a e^(i th),  D = d + e e^(i (n th + f)) - A,  |D| = L,
///   psi = arg D + arccos((b^2 + L^2 - c^2) / (2 b L)),  P = A + (u + i v) e^(i psi).
/// In a four-bar, n = 0 and e = 0: B is a pivot. The mirror image of a linkage has the other
/// assembly of its loop.
struct PlanarLinkage {
    enum Parameter { X0, Y0, Alpha, LengthD, LengthA, LengthB, LengthC, U, V, LengthE, F };
    static constexpr int parameters = 11;

    int n = 0;                           ///< turns of crank 2 for one of crank 1, 0 for a four-bar
    bool mirrored = false;               ///< in the x axis, so that everything is conjugate
    std::array<double, parameters> p{};  ///< [m, rad], in the order of `Parameter`

    int count() const { return n == 0 ? 9 : 11; }  ///< parameters that are used
    double operator[](Parameter k) const { return p[k]; }
    double& operator[](Parameter k) { return p[k]; }
};

/// The points of a linkage at one angle of crank 1.
struct LinkagePose {
    Complex O1, O2, A, B, C, P;
};
/// Empty if the loop does not close there.
std::optional<LinkagePose> poseOf(const PlanarLinkage& linkage, double th);

/// The coupler point, ignoring `mirrored`, with derivatives.
struct CouplerPoint {
    Complex P, rate;                                       ///< dP/dth
    std::array<Complex, PlanarLinkage::parameters> slope;  ///< dP/dp
};
/// @return false if the loop does not close there
bool couplerPoint(const PlanarLinkage& linkage, double th, CouplerPoint& point);

/// The path of that point, with what does not change along it.
class CouplerCurve {
public:
    explicit CouplerCurve(const PlanarLinkage& linkage);
    /// Only P and its rate.
    /// @param turn e^(i th)
    /// @return false if the loop does not close there
    bool at(Complex turn, Complex& P, Complex& rate) const;
    bool at(double th, Complex& P, Complex& rate) const {
        return at(Complex(std::cos(th), std::sin(th)), P, rate);
    }

private:
    const PlanarLinkage& linkage_;
    Complex origin_, frame_, arm_, gear_;  ///< O, e^(i alpha), u + i v, e e^(i f)
};

inline double evenAngle(int k, int count) { return 2.0 * std::numbers::pi * k / count; }
/// e^(i th) of that many even angles from 0 on.
template <int count>
const std::array<Complex, count>& evenTurns() {
    static const auto turns = [] {
        std::array<Complex, count> all;
        for (int k = 0; k < count; ++k)
            all[static_cast<std::size_t>(k)] = std::polar(1.0, evenAngle(k, count));
        return all;
    }();
    return turns;
}

/// The distance between A and B over a turn of crank 1.
struct Reach {
    struct Extreme {
        double L = 0.0, th = 0.0;
    };
    Extreme least, largest;
};
Reach reachOf(const PlanarLinkage& linkage);
/// dL/dp at an angle.
std::array<double, PlanarLinkage::parameters> reachSlope(const PlanarLinkage& linkage, double th);

/// The least angle, over a turn, between links b and c, or between their extensions: in [0, pi/2].
/// Negative if the loop does not close all the turn.
double leastTransmissionAngle(const PlanarLinkage& linkage);

}  // namespace momentree

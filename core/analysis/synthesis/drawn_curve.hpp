// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/analysis/synthesis/planar_linkage.hpp"

namespace momentree {

/// A closed curve that is given by points in order around it. Between neighbours it may run along
/// the edge or along an arc that goes on smoothly beyond them: where it is within that arc is left
/// open, since the points do not tell.
class DrawnCurve {
public:
    explicit DrawnCurve(std::vector<Complex> points);
    const std::vector<Complex>& points() const { return points_; }
    /// From the curve to a point; zero if the curve may run through it.
    Complex away(Complex at) const;

private:
    std::vector<Complex> points_;
    std::vector<double> bulge_;  ///< of the arc beyond the edge to the next point
};

/// Distances between the curve that was drawn and the one that a mechanism draws.
struct PathError {
    double rms = 0.0, largest = 0.0;
    void include(const PathError& other);  ///< the larger ones
};

/// Shares of the length of a closed polygon: half the edges beside each corner.
std::vector<double> sharesOfLength(std::span<const Complex> corners);

/// How far a mechanism's curve strays from the drawn one, as in a loop elsewhere. The mean square
/// is along its own length.
/// @param curve points in order around it
PathError strayOf(std::span<const Complex> curve, const DrawnCurve& drawn);

}  // namespace momentree

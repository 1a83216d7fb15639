// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace momentree {

/// What a quantity measures, as exponents of SI units; all zero for a pure number.
struct Dimension {
    double m = 0.0, kg = 0.0, s = 0.0, rad = 0.0;

    /// A number or an angle: no metre, kilogram or second.
    bool isNumberOrAngle() const;
    bool isNumber() const;
    Dimension power(double exponent) const;
    friend Dimension operator*(const Dimension& a, const Dimension& b);
    friend Dimension operator/(const Dimension& a, const Dimension& b);
};

namespace dimensions {
inline constexpr Dimension number{}, length{1, 0, 0, 0}, mass{0, 1, 0, 0}, time{0, 0, 1, 0},
    angle{0, 0, 0, 1}, velocity{1, 0, -1, 0}, acceleration{1, 0, -2, 0}, rate{0, 0, -1, 1},
    inertia{2, 1, 0, 0}, force{1, 1, -2, 0}, torque{2, 1, -2, 0}, power{2, 1, -3, 0};
}

/// Whether a quantity may stand where `expected` is expected. A pure number may stand anywhere: it
/// takes the unit of its place. Radians count as pure numbers next to other units ("L*phi" is a
/// length), but an angle alone is no length.
bool fits(const Dimension& found, const Dimension& expected);

/// Whether units are missing from `found`, none of which would cancel one of its own: m^2 is part
/// of kg m^2. Only a compound unit has an angle as its part.
bool isPartOf(const Dimension& found, const Dimension& expected);

/// The SI unit: "kg", "m/s^2", "N m/rad"; "a pure number" without units.
std::string unitText(const Dimension& dimension);

}  // namespace momentree

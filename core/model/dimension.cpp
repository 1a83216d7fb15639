// SPDX-License-Identifier: Apache-2.0
#include "core/model/dimension.hpp"

#include <cmath>
#include <string_view>

#include "core/number_text.hpp"

namespace momentree {
namespace {

/// Exponents such as 1/3 are rounded.
bool same(double a, double b) { return std::abs(a - b) < 1e-9; }

void append(std::string& text, std::string_view unit, double exponent) {
    if (same(exponent, 0.0)) return;
    const double size = std::abs(exponent);
    if (exponent < 0.0) {
        text += text.empty() ? "1/" : "/";
    } else if (!text.empty()) {
        text += ' ';
    }
    text += unit;
    if (!same(size, 1.0)) text += '^' + numberText(size, 4);
}

}  // namespace

bool Dimension::isNumberOrAngle() const { return same(m, 0.0) && same(kg, 0.0) && same(s, 0.0); }
bool Dimension::isNumber() const { return isNumberOrAngle() && same(rad, 0.0); }

Dimension Dimension::power(double exponent) const {
    return {m * exponent, kg * exponent, s * exponent, rad * exponent};
}
Dimension operator*(const Dimension& a, const Dimension& b) {
    return {a.m + b.m, a.kg + b.kg, a.s + b.s, a.rad + b.rad};
}
Dimension operator/(const Dimension& a, const Dimension& b) { return a * b.power(-1.0); }

bool fits(const Dimension& found, const Dimension& expected) {
    if (found.isNumber()) return true;
    if (found.isNumberOrAngle()) return expected.isNumberOrAngle() && !expected.isNumber();
    return same(found.m, expected.m) && same(found.kg, expected.kg) && same(found.s, expected.s);
}

bool isPartOf(const Dimension& found, const Dimension& expected) {
    const auto within = [](double part, double whole) {
        return part * whole >= 0.0 && std::abs(part) < std::abs(whole) + 1e-9;
    };
    const int bases = !same(expected.m, 0.0) + !same(expected.kg, 0.0) + !same(expected.s, 0.0);
    return within(found.m, expected.m) && within(found.kg, expected.kg) &&
           within(found.s, expected.s) && (!found.isNumberOrAngle() || bases > 1);
}

std::string unitText(const Dimension& dimension) {
    if (dimension.isNumber()) return "a pure number";
    Dimension rest = dimension;
    std::string text;
    if (same(rest.kg, 1.0) && rest.s < -0.5) {
        text = "N";
        rest = rest / dimensions::force;
    }
    // Positive exponents first, so that no unit of the numerator seems to be in the denominator.
    for (const double sign : {1.0, -1.0}) {
        const auto add = [&](std::string_view unit, double exponent) {
            if (sign * exponent > 0.0) append(text, unit, exponent);
        };
        add("kg", rest.kg);
        add("m", rest.m);
        add("rad", rest.rad);
        add("s", rest.s);
    }
    return text;
}

}  // namespace momentree

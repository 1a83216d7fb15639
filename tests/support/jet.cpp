// SPDX-License-Identifier: Apache-2.0
#include "support/jet.hpp"

#include <cmath>

namespace momentree::test {

namespace {

/// f(a) from f and its first three derivatives at the value of a; the rest of a is nilpotent.
Jet taylor(const Jet& a, double f, double df, double ddf, double dddf) {
    Jet rest = a;
    rest.c[0] = 0.0;
    const Jet square = rest * rest;
    return Jet(f) + Jet(df) * rest + Jet(ddf / 2) * square + Jet(dddf / 6) * (square * rest);
}

}  // namespace

Jet Jet::derivative(Infinitesimal direction) const {
    Jet d;
    for (std::size_t s = 0; s < 8; ++s)
        if ((s & direction) == 0) d.c[s] = c[s | direction];
    return d;
}

Jet& Jet::operator+=(const Jet& b) { return *this = *this + b; }
Jet& Jet::operator-=(const Jet& b) { return *this = *this - b; }
Jet& Jet::operator*=(const Jet& b) { return *this = *this * b; }
Jet& Jet::operator/=(const Jet& b) { return *this = *this / b; }

Jet infinitesimal(Infinitesimal direction) {
    Jet e;
    e.c[direction] = 1.0;
    return e;
}

Jet operator+(const Jet& a, const Jet& b) {
    Jet r;
    for (std::size_t s = 0; s < 8; ++s) r.c[s] = a.c[s] + b.c[s];
    return r;
}
Jet operator-(const Jet& a, const Jet& b) {
    Jet r;
    for (std::size_t s = 0; s < 8; ++s) r.c[s] = a.c[s] - b.c[s];
    return r;
}
Jet operator-(const Jet& a) { return Jet(0.0) - a; }

Jet operator*(const Jet& a, const Jet& b) {
    Jet r;
    for (std::size_t s = 0; s < 8; ++s)
        for (std::size_t t = 0; t < 8; ++t)
            if ((s & t) == 0) r.c[s | t] += a.c[s] * b.c[t];
    return r;
}

Jet operator/(const Jet& a, const Jet& b) {
    const double x = 1.0 / b.value();
    return a * taylor(b, x, -x * x, 2 * x * x * x, -6 * x * x * x * x);
}

Jet sin(const Jet& a) {
    const double s = std::sin(a.value()), c = std::cos(a.value());
    return taylor(a, s, c, -s, -c);
}
Jet cos(const Jet& a) {
    const double s = std::sin(a.value()), c = std::cos(a.value());
    return taylor(a, c, -s, -c, s);
}
Jet sqrt(const Jet& a) {
    const double x = a.value(), r = std::sqrt(x);
    return taylor(a, r, 0.5 / r, -0.25 / (x * r), 0.375 / (x * x * r));
}

}  // namespace momentree::test

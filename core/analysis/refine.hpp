// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace momentree {

/// The place of a minimum of f between two bounds, by golden section search.
template <typename F>
double leastBetween(double from, double to, const F& f) {
    constexpr double ratio = 0.6180339887498949;
    constexpr int most = 50;  // shrinks the interval by 3e-11
    double left = to - ratio * (to - from), right = from + ratio * (to - from);
    double atLeft = f(left), atRight = f(right);
    for (int k = 0; k < most && to > from; ++k) {
        if (atLeft < atRight) {
            to = right, right = left, atRight = atLeft;
            atLeft = f(left = to - ratio * (to - from));
        } else {
            from = left, left = right, atLeft = atRight;
            atRight = f(right = from + ratio * (to - from));
        }
    }
    return 0.5 * (from + to);
}

/// Calls f near a minimum where it is smooth, by Brent's method (Algorithms for minimization
/// without derivatives, 1973, chapter 5) from three known values, so that a few calls suffice. The
/// last parabola moves the place by less than 1e-6 of the interval.
/// @param t ascending; the middle one, the least, may be one of the others
/// @param values f(t)
template <typename F>
void searchSmooth(const std::array<double, 3>& t, const std::array<double, 3>& values, const F& f) {
    constexpr double golden = 0.3819660112501051, close = 1e-6, inside = 1e-3;
    constexpr int most = 50;
    double from = t[0], to = t[2], x = t[1], fx = values[1];
    const double width = to - from;
    if (!(width > 0.0)) return;
    double w = from, v = to, fw = values[0], fv = values[2];
    if (x == from || x == to) {  // the least at an end, or just inside of it
        const double in = x + inside * ((x == from ? to : from) - x), at = f(in);
        if (!(at < fx)) return;
        (x == from ? w : v) = x, (x == from ? fw : fv) = fx;
        x = in, fx = at;
    }
    if (fv < fw) std::swap(w, v), std::swap(fw, fv);
    const double least = close * width;
    double step = width, before = width;
    for (int k = 0; k < most && to - from > 2.0 * least; ++k) {
        const double r = (x - w) * (fx - fv), s = (x - v) * (fx - fw);
        double q = 2.0 * (s - r), p = (x - v) * s - (x - w) * r;
        (q > 0.0 ? p : q) *= -1.0;
        const double last = std::exchange(before, step);
        const bool parabola =
            std::abs(p) < std::abs(0.5 * q * last) && p > q * (from - x) && p < q * (to - x);
        if (parabola) {
            step = p / q;
            if (std::abs(step) < least) return;
        } else {
            before = x < 0.5 * (from + to) ? to - x : from - x;
            step = golden * before;
        }
        const double u = x + step, fu = f(u);
        if (fu <= fx) {
            (u < x ? to : from) = x;
            v = w, fv = fw, w = x, fw = fx, x = u, fx = fu;
        } else {
            (u < x ? from : to) = u;
            if (fu <= fw || w == x)
                v = w, fv = fw, w = u, fw = fu;
            else if (fu <= fv || v == x || v == w)
                v = u, fv = fu;
        }
    }
}

}  // namespace momentree

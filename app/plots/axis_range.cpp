// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/axis_range.hpp"

#include <algorithm>
#include <cmath>

namespace momentree::app {
namespace {

constexpr double margin = 0.06;        ///< beyond the values, relative to the span
constexpr double growth = 0.15;        ///< ahead of growing values, relative to the span
constexpr double emptiest = 0.45;      ///< an axis shrinks if values fill less of it
constexpr double constantTo = 1e-13;   ///< smaller spans, relative to the value, count as constant
constexpr double decadesShown = 20.0;  ///< more would flatten the interesting ones

/// The smallest of 1, 1.5, 2, 3, 4, 5, 6, 8, 10 times a power of ten not below `value`.
double roundUp(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (step * power >= value) return step * power;
    return 10.0 * power;
}

ValueRange around(double value) {
    const double pad = value == 0.0 ? 1.0 : 0.1 * std::abs(value);
    return {value - pad, value + pad};
}

}  // namespace

ValueRange linearRange(const Extremes& values, ValueRange shown) {
    if (values.empty()) return shown.empty() ? ValueRange{0.0, 1.0} : shown;
    const double span = values.high - values.low;
    const double size = std::max(std::abs(values.low), std::abs(values.high));
    const bool constant = !(span > constantTo * size);
    const ValueRange fitted =
        constant ? around(0.5 * (values.low + values.high))
                 : ValueRange{values.low - margin * span, values.high + margin * span};
    if (shown.empty()) return fitted;
    const bool holds = shown.contains({values.low, values.high});
    if (holds && fitted.span() >= emptiest * shown.span()) return shown;
    ValueRange next = fitted;
    if (!holds && !constant) {
        if (values.low < shown.lower) next.lower -= growth * span;
        if (values.high > shown.upper) next.upper += growth * span;
    }
    return next;
}

ValueRange logRange(const Extremes& values, ValueRange shown) {
    if (!(values.lowPositive <= values.high)) return {1e-16, 1.0};
    double lower = std::floor(std::log10(values.lowPositive));
    double upper = std::ceil(std::log10(values.high));
    if (upper - lower < 1.0) upper = lower + 1.0;
    lower = std::max(lower, upper - decadesShown);
    const ValueRange fitted{std::pow(10.0, lower), std::pow(10.0, upper)};
    if (shown.empty() || shown.lower <= 0.0 || !shown.contains(fitted)) return fitted;
    const double shownDecades = std::log10(shown.upper / shown.lower);
    return upper - lower >= emptiest * shownDecades ? shown : fitted;
}

double timeEnd(double last, double shownEnd, double duration) {
    if (last > 0.0 && last <= shownEnd) return shownEnd;
    const double next = last > 0.0 ? roundUp(1.1 * last) : 1.0;
    return last <= duration ? std::min(next, duration) : next;
}

bool isShowable(ValueRange range, bool log) {
    constexpr double largest = 1e250, smallest = 1e-250, resolution = 1e-12;
    if (range.empty() || !std::isfinite(range.span())) return false;
    const double size = std::max(std::abs(range.lower), std::abs(range.upper));
    if (size > largest) return false;
    if (log) return range.lower > smallest && range.upper / range.lower > 1.0 + 1e-6;
    return range.span() > smallest && range.span() > resolution * size;
}

}  // namespace momentree::app

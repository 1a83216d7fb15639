// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostics/law_pace.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace momentree {
namespace {

constexpr double closely = 0.05;  ///< of the largest value

/// @param value of a law at a time
template <typename Value>
bool isParabola(const Value& value, double from, double to, int looks) {
    const double before = value(from - (to - from)), first = value(from), last = value(to);
    double largest = std::max({std::abs(before), std::abs(first), std::abs(last)}), apart = 0.0;
    for (int k = 1; k < looks; ++k) {
        const double x = static_cast<double>(k) / looks;
        const double here = value(from + x * (to - from));
        const double parabola =
            first + 0.5 * x * ((last - before) + x * (last - 2.0 * first + before));
        largest = std::max(largest, std::abs(here));
        apart = std::max(apart, std::abs(here - parabola));
    }
    return apart <= closely * largest;
}

bool isSmooth(const Law& law) {
    return law.amplitude == 0.0 && law.times.empty() && law.polynomial.size() <= 2;
}

bool shows(const StateLaw& law, double from, double to, int looks) {
    if (!law.reads(StateLaw::time)) return true;
    std::array<double, StateLaw::mostInputs> inputs;
    inputs.fill(1.0);
    const auto value = [&](double t) {
        inputs[StateLaw::time] = law.timeFactor * t + law.timeShift;
        return law.at(inputs).f;
    };
    return isParabola(value, from, to, looks);
}

template <typename Load>
bool showsLoad(const Load& load, double from, double to, int looks) {
    const auto value = [&](double t) { return load.law.at(t).f; };
    return (isSmooth(load.law) || isParabola(value, from, to, looks)) &&
           (load.state.empty() || shows(load.state, from, to, looks));
}

bool showsMotion(const MotionElement& motion, double from, double to, int looks) {
    const auto value = [&](double t) { return motion.law.at(t).ddf; };
    return isSmooth(motion.law) || isParabola(value, from, to, looks);
}

}  // namespace

bool showsLaws(const Model& model, double from, double to, int looks) {
    const auto each = [&](const auto& elements, const auto& shown) {
        return std::ranges::all_of(elements,
                                   [&](const auto& e) { return shown(e, from, to, looks); });
    };
    return each(model.axialLoads, showsLoad<AxialLoad>) &&
           each(model.appliedLoads, showsLoad<AppliedLoad>) && each(model.motions, showsMotion);
}

}  // namespace momentree

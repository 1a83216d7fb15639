// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostics/law_pace.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace momentree {
namespace {

constexpr double closely = 0.05;  ///< of the largest value
constexpr int mostKnots = 1000;   ///< of a table to look at
constexpr double slowTurn = 0.5;  ///< of a sine [rad], over which it is `closely` a parabola

/// How far a law is from the parabola through its values at from, to and as long before.
template <typename Value>
class Parabola {
public:
    Parabola(const Value& value, double from, double to)
        : value_(value), from_(from), length_(to - from), first_(value(from)), last_(value(to)) {
        before_ = value(from - length_);
        largest_ = std::max({std::abs(before_), std::abs(first_), std::abs(last_)});
    }
    void look(double t) {
        const double x = (t - from_) / length_;
        if (!(x > 0.0 && x < 1.0)) return;
        const double here = value_(t);
        const double parabola =
            first_ + 0.5 * x * ((last_ - before_) + x * (last_ - 2.0 * first_ + before_));
        largest_ = std::max(largest_, std::abs(here));
        apart_ = std::max(apart_, std::abs(here - parabola));
    }
    bool fits() const { return apart_ <= closely * largest_; }

private:
    const Value& value_;
    double from_, length_, first_, last_, before_ = 0.0, largest_ = 0.0, apart_ = 0.0;
};

/// @param value of a law at a time
/// @param times of its table
template <typename Value>
bool isParabola(const Value& value, double from, double to, int looks,
                const std::vector<double>& times) {
    Parabola parabola(value, from, to);
    for (int k = 1; k < looks; ++k)
        parabola.look(from + static_cast<double>(k) / looks * (to - from));
    const auto first = std::ranges::lower_bound(times, from);
    for (auto knot = first; knot != times.end(); ++knot) {
        parabola.look(*knot);
        if (knot != times.begin()) parabola.look(0.5 * (*knot + *(knot - 1)));
        if (*knot >= to || knot - first > mostKnots) break;
    }
    return parabola.fits();
}

/// Whether a law is near a parabola without a look at its values.
bool isSmooth(const Law& law, double length) {
    return (law.amplitude == 0.0 || std::abs(law.frequency) * length <= slowTurn) &&
           law.times.empty() && law.polynomial.size() <= 2;
}

bool shows(const StateLaw& law, double from, double to, int looks) {
    if (!law.reads(StateLaw::time)) return true;
    std::array<double, StateLaw::mostInputs> inputs;
    inputs.fill(1.0);
    const auto value = [&](double t) {
        inputs[StateLaw::time] = law.timeFactor * t + law.timeShift;
        return law.at(inputs).f;
    };
    return isParabola(value, from, to, looks, {});
}

bool showsLaw(const Law& law, double from, double to, int looks) {
    const auto value = [&](double t) { return law.at(t).f; };
    return isSmooth(law, to - from) || isParabola(value, from, to, looks, law.times);
}

template <typename Load>
bool showsLoad(const Load& load, double from, double to, int looks) {
    return showsLaw(load.law, from, to, looks) &&
           (load.state.empty() || shows(load.state, from, to, looks));
}

bool showsAxial(const AxialLoad& load, double from, double to, int looks) {
    return showsLoad(load, from, to, looks) && showsLaw(load.controller.setPoint, from, to, looks);
}

bool showsMotion(const MotionElement& motion, double from, double to, int looks) {
    const auto value = [&](double t) { return motion.law.at(t).ddf; };
    return isSmooth(motion.law, to - from) || isParabola(value, from, to, looks, motion.law.times);
}

/// Whether a curve has a range without effort.
bool hasGap(const Curve& curve) {
    return std::ranges::adjacent_find(curve.values, [](double a, double b) {
               return a == 0.0 && b == 0.0;
           }) != curve.values.end();
}

}  // namespace

bool actsInPlaces(const Model& model) {
    const auto bends = [](const auto& load) { return load.state.bendsWithState(); };
    return std::ranges::any_of(model.axialLoads, bends) ||
           std::ranges::any_of(model.appliedLoads, bends) ||
           std::ranges::any_of(
               model.axialLoads,
               [](const AxialLoad& load) { return hasGap(load.characteristic.curve); }) ||
           std::ranges::any_of(model.springs,
                               [](const SpringDamper& spring) { return hasGap(spring.curve); }) ||
           std::ranges::any_of(model.bushings, [](const Bushing& bushing) {
               return std::ranges::any_of(bushing.curves, hasGap);
           });
}

bool showsLaws(const Model& model, double from, double to, int looks) {
    const auto each = [&](const auto& elements, const auto& shown) {
        return std::ranges::all_of(elements,
                                   [&](const auto& e) { return shown(e, from, to, looks); });
    };
    return each(model.axialLoads, showsAxial) && each(model.appliedLoads, showsLoad<AppliedLoad>) &&
           each(model.motions, showsMotion);
}

}  // namespace momentree

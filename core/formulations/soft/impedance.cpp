// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/soft/impedance.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace momentree {
namespace {

/// Numbers separated by commas.
/// @return how many, -1 if one cannot be read or there are too many
template <std::size_t N>
int readNumbers(const std::string& text, std::array<double, N>& out) {
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t k = 0; k < N; ++k) {
        const auto [next, status] = std::from_chars(at, end, out[k]);
        if (status != std::errc() || !std::isfinite(out[k])) return -1;
        if (next == end) return static_cast<int>(k) + 1;
        if (*next != ',') return -1;
        at = next + 1;
    }
    return -1;
}

bool isValid(const SoftConstraints& s) {
    constexpr double leastImpedance = 1e-4, mostImpedance = 1.0 - 1e-4;
    const auto isImpedance = [](double d) { return d >= leastImpedance && d <= mostImpedance; };
    const bool positive = s.timeConstant > 0.0 && s.dampingRatio > 0.0;
    const bool direct = s.timeConstant < 0.0 && s.dampingRatio < 0.0;
    return (positive || direct) && isImpedance(s.least) && isImpedance(s.most) && s.width > 0.0 &&
           s.midpoint > 0.0 && s.midpoint < 1.0 && s.power >= 1.0;
}

}  // namespace

double impedanceOf(const SoftConstraints& s, double r) {
    const double x = std::min(r / s.width, 1.0);
    double y = x;
    if (s.power > 1.0)
        y = x <= s.midpoint
                ? std::pow(x, s.power) / std::pow(s.midpoint, s.power - 1.0)
                : 1.0 - std::pow(1.0 - x, s.power) / std::pow(1.0 - s.midpoint, s.power - 1.0);
    return s.least + y * (s.most - s.least);
}

double dampingOf(const SoftConstraints& s) {
    return s.isDirect() ? -s.dampingRatio / s.most : 2.0 / (s.most * s.timeConstant);
}

double stiffnessOf(const SoftConstraints& s, double d) {
    if (s.isDirect()) return -s.timeConstant * d / (s.most * s.most);
    const double period = s.most * s.timeConstant * s.dampingRatio;
    return d / (period * period);
}

std::optional<SoftConstraints> softConstraintsOf(const std::string& integrator) {
    SoftConstraints soft;
    const std::size_t colon = integrator.find(':');
    if (colon == std::string::npos) return soft;
    std::array<double, 7> numbers{};
    const int count = readNumbers(integrator.substr(colon + 1), numbers);
    if (count < 0) return std::nullopt;
    const std::array<double*, 7> members{&soft.timeConstant, &soft.dampingRatio, &soft.least,
                                         &soft.most,         &soft.width,        &soft.midpoint,
                                         &soft.power};
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) *members[k] = numbers[k];
    return isValid(soft) ? std::optional(soft) : std::nullopt;
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/session/law_jumps.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace momentree {
namespace {

/// A jump stays as large when looked at more closely; a steep slope does not.
bool jumpsAtZero(const StateLaw& law, int input, double others) {
    std::array<double, StateLaw::mostInputs> inputs;
    inputs.fill(others);
    const auto across = [&](double distance) {
        double& x = inputs[static_cast<std::size_t>(input)];
        x = distance;
        const double above = law.at(inputs).f;
        x = -distance;
        return std::abs(above - law.at(inputs).f);
    };
    const double coarse = across(1e-9), fine = across(1e-12);
    return std::isfinite(coarse) && fine > 0.5 * coarse && fine > 0.0;
}

bool jumps(const StateLaw& law) {
    if (law.empty()) return false;
    for (int input = StateLaw::coordinate; input < static_cast<int>(StateLaw::mostInputs); ++input)
        if (law.reads(input))
            for (const double others : {1.0, 0.1})
                if (jumpsAtZero(law, input, others)) return true;
    return false;
}

}  // namespace

std::string firstJumpingForce(const Model& model) {
    const auto ofState = [](const auto& load) { return jumps(load.state); };
    if (const auto found = std::ranges::find_if(model.axialLoads, ofState);
        found != model.axialLoads.end())
        return found->name;
    if (const auto found = std::ranges::find_if(model.appliedLoads, ofState);
        found != model.appliedLoads.end())
        return found->name;
    return {};
}

}  // namespace momentree

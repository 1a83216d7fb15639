// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steady_turn.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace momentree {

std::optional<SteadyTurn> steadyTurn(const Model& model) {
    for (std::size_t m = 0; m < model.motions.size(); ++m) {
        const Law& law = model.motions[m].law;
        const auto& p = law.polynomial;
        if (!model.motions[m].rotation || law.amplitude != 0.0 || !law.times.empty() ||
            p.size() < 2 || p[1] == 0.0)
            continue;
        if (std::any_of(p.begin() + 2, p.end(), [](double c) { return c != 0.0; })) continue;
        return SteadyTurn{m, 2.0 * std::numbers::pi / std::abs(p[1])};
    }
    return {};
}

}  // namespace momentree

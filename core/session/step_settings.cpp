// SPDX-License-Identifier: Apache-2.0
#include "core/session/step_settings.hpp"

#include <algorithm>
#include <cmath>

#include "core/diagnostics/law_pace.hpp"

namespace momentree {

IntegratorSettings stepSettings(const std::shared_ptr<const Model>& model, const RunSpec& spec) {
    const auto shows = [model, step = spec.step](double from, double to) {
        const double looks = std::clamp(std::ceil((to - from) / step), 1.0, 1e6);
        return showsLaws(*model, from, to, static_cast<int>(looks));
    };
    return {.step = spec.step,
            .relativeTolerance = spec.relativeTolerance,
            .absoluteTolerance = spec.absoluteTolerance,
            .corners = cornersOf(*model),
            .shows = shows};
}

}  // namespace momentree

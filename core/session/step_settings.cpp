// SPDX-License-Identifier: Apache-2.0
#include "core/session/step_settings.hpp"

#include <algorithm>
#include <cmath>

#include "core/diagnostics/law_pace.hpp"
#include "core/execution/backend.hpp"
#include "core/model/sticking.hpp"

namespace momentree {

bool stopsAtEvents(const Model& model, const RunSpec& spec) {
    return hasEvents(model) && !spec.integrator.starts_with("cvode") &&
           (spec.backend == "sequential" || isParallel(spec.backend));
}

IntegratorSettings stepSettings(const std::shared_ptr<const Model>& model, const RunSpec& spec) {
    // Without events, steps would go across contacts.
    const bool places = actsInPlaces(*model) || (hasEvents(*model) && !stopsAtEvents(*model, spec));
    const auto shows = [model, step = spec.step, places](double from, double to) {
        if (places) return false;
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

// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/controller_refusal.hpp"

namespace momentree {

Result<void> refuseControllerStates(const Model& model) {
    for (const AxialLoad& load : model.axialLoads)
        if (load.controller.integralState >= 0 || load.controller.rateState >= 0)
            return fail(
                error(Place::force(load.name),
                      MOMENTREE_TEXT("analysis-controller",
                                     "an analysis does not know the integral and the filter of its "
                                     "controller; set 'integral' and 'filter' to 0, or simulate")));
    return {};
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/released.hpp"

namespace momentree {

Result<std::shared_ptr<const Model>> released(const Model& model, KeptLoads loads) {
    ModelDescription free = model.description;
    free.motions.clear();
    if (loads == KeptLoads::None) {
        free.forces.clear();
        free.probes.clear();
    }
    std::erase_if(free.probes, [](const ProbeDescription& probe) {
        return probe.quantity.starts_with("drive_");
    });
    return buildModel(std::move(free));
}

}  // namespace momentree

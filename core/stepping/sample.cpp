// SPDX-License-Identifier: Apache-2.0
#include "core/stepping/sample.hpp"

namespace momentree {

void Sample::resize(const Model& model) {
    bodies.assign(model.bodies.size(), {});
    accelerations.assign(model.bodies.size(), Vec6<double>::Zero());
    joints.assign(model.joints.size(), {});
    motionEfforts.assign(model.motions.size(), 0.0);
    couplingEfforts.assign(static_cast<std::size_t>(model.couplingTerms + model.elasticTerms), 0.0);
    controllers.assign(static_cast<std::size_t>(model.controllerStates), 0.0);
    exchanges.assign(static_cast<std::size_t>(ExchangeOrder(model).count), {});
    probes.assign(model.probes.size(), 0.0);
}

}  // namespace momentree

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/catalogue.hpp"

namespace momentree::app {

/// Settings with another formulation. Integrator and backend change only if the formulation does
/// not support the current ones.
struct FollowedSpec {
    RunSpec spec;
    bool integrator = false, backend = false;  ///< whether they changed
};
FollowedSpec withFormulation(const Catalogue& catalogue, const Model& model, RunSpec spec,
                             const std::string& formulation);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/catalogue.hpp"

namespace momentree::app {

/// Settings with another formulation. Integrator and backend follow where it cannot use the present
/// ones, and only there.
struct FollowedSpec {
    RunSpec spec;
    bool integrator = false, backend = false;  ///< that followed
};
FollowedSpec withFormulation(const Catalogue& catalogue, const Model& model, RunSpec spec,
                             const std::string& formulation);

}  // namespace momentree::app

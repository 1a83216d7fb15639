// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Proximal constrained articulated bodies (THEORY 5b): the articulated-body algorithm, with cut
/// joints as stiff coupling blocks that are eliminated with the bodies, and their forces by
/// proximal iterations. State y = [q; u] as `aba`. Double precision.
std::unique_ptr<OdeSystem<double>> makeLcaba(std::shared_ptr<const Model> model,
                                             const RunSpec& spec);

}  // namespace momentree

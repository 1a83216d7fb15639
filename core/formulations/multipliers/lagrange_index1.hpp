// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Lagrange's equations of the first kind in absolute coordinates, reduced to index 1, with
/// Baumgarte stabilisation (THEORY 7a): any topology. State y = [r, e of each body; v, w of each
/// body], centres of mass, world axes.
template <typename S>
std::unique_ptr<OdeSystem<S>> makeLagrangeIndex1(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec);

}  // namespace momentree

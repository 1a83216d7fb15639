// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Constrained canonical equations in absolute coordinates (THEORY 7b): any topology, all
/// constraints by impulses sigma. State y = [r, e of each body; P of each body], where P is the
/// linear and angular momentum about the centre of mass, world axes, including constraint impulses.
template <typename S>
std::unique_ptr<OdeSystem<S>> makeHamiltonIndex2(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec);

}  // namespace momentree

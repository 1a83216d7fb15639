// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Articulated-body algorithm [Featherstone], THEORY 5: trees with any joints, prescribed motions,
/// loops by constraint forces with Baumgarte stabilisation. State y = [q; u] in tree order, u the
/// joint speeds.
template <typename S>
std::unique_ptr<OdeSystem<S>> makeAba(std::shared_ptr<const Model> model, const RunSpec& spec);

}  // namespace momentree

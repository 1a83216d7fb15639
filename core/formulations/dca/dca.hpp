// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Featherstone's divide and conquer in accelerations [Dca], THEORY 3b: the tree, the joints and
/// the loops of `hdca` with forces for impulses. State y = [q; u] in tree order. Double precision.
std::unique_ptr<OdeSystem<double>> makeDca(std::shared_ptr<const Model> model, const RunSpec& spec);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Hamiltonian divide and conquer [Hdca], THEORY 3: chains by one binary tree, trees by heavy
/// paths, one loop to ground by the matrices of the root (3.5), all other loops by constraint
/// impulses (3.9). State y = [q; p_hat] in tree order.
template <typename S>
std::unique_ptr<OdeSystem<S>> makeHdca(std::shared_ptr<const Model> model, const RunSpec& spec);

/// Always the spatial form; `makeHdca` uses the planar case if possible.
template <typename S>
std::unique_ptr<OdeSystem<S>> makeHdcaSpatial(std::shared_ptr<const Model> model,
                                              const RunSpec& spec);

}  // namespace momentree

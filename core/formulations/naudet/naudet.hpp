// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Naudet's O(n) recursion in canonical momenta [Naudet], THEORY 4: trees with any joints,
/// prescribed motions, loops by constraint impulses. State y = [q; p_hat] in tree order, p_hat the
/// momenta conjugate to the joint speeds.
template <typename S>
std::unique_ptr<OdeSystem<S>> makeNaudet(std::shared_ptr<const Model> model, const RunSpec& spec);

}  // namespace momentree

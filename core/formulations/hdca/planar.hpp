// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/message.hpp"
#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// The planar revolute case of [Hdca] with 3x3 matrices, THEORY 3.11: chains, trees, one loop to
/// ground. State and results are those of `makeHdca`, which uses it whenever possible.
/// @return null unless the model has a `planarMechanism`
template <typename S>
std::unique_ptr<OdeSystem<S>> makeHdcaPlanar(std::shared_ptr<const Model> model,
                                             const RunSpec& spec);

/// Why `spec.inversion` is not available for this model; empty if it is.
std::optional<Message> inversionRefusal(const Model& model, const RunSpec& spec);

}  // namespace momentree

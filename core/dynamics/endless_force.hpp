// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "core/message.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// Which force is not a number, or infinite, in a state or where the bodies are so much later [s]
/// if they go on as they do; empty if there is none, or if bodies run away.
std::optional<Message> endlessForce(const Model& model, double t, std::span<const BodyState> bodies,
                                    double later);

}  // namespace momentree

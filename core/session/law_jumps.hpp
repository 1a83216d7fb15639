// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/model/model.hpp"

namespace momentree {

/// The first force whose law of the state jumps where one of its inputs changes its sign, as
/// -5*sign(u) does; empty if there is none. Where such a force keeps a coordinate at rest, no step
/// is short enough for it.
std::string firstJumpingForce(const Model& model);
/// The first force that is not a number, or infinite, in a state or where the bodies are so much
/// later [s] if they go on as they do; empty if there is none, or if bodies run away.
std::string firstEndlessForce(const Model& model, double t, std::span<const BodyState> bodies,
                              double later);

}  // namespace momentree

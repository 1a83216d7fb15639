// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/model/model.hpp"

namespace momentree {

/// The first force whose law of the state jumps where one of its inputs changes its sign, as
/// -5*sign(u) does; empty if there is none. Where such a force keeps a coordinate at rest, no step
/// is short enough for it.
std::string firstJumpingForce(const Model& model);

}  // namespace momentree

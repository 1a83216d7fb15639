// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/math/inverse.hpp"

namespace momentree {

/// The method of `RunSpec::inversion` for the matrices of joints. They are regular, and the
/// adjugate inverts them; only a loop's may lose rank.
Inversion inversionOf(const std::string& id);
/// The same for a loop; empty for a rank-revealing solution.
std::optional<Inversion> inversionOfLoops(const std::string& id);

}  // namespace momentree

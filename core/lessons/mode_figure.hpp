// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace momentree {

struct Model;

/// Figures of the modes about the assembled start of a run.
/// @param of "lowest.frequency" or "second.frequency", at which the first modes swing that are not
/// rigid [Hz], with their damping, 0 if they do not swing; or "growing.modes", their number
/// @return none for other names; NaN if there is no start or no such mode
std::optional<double> modeFigure(const std::string& of, const Model& model);

}  // namespace momentree

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/load_case.hpp"
#include "core/io/json_text.hpp"

namespace momentree::app {

/// A load case as an include file for CalculiX: reference nodes at the points of the loads, their
/// couplings to surfaces of the mesh, and the loads of one step.
std::string calculixOf(const std::string& model, const LoadCase& found);

JsonItem toJson(const LoadCase& found);

}  // namespace momentree::app

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/diagnostics/row_layout.hpp"
#include "core/result.hpp"
#include "core/session/controller.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree::fmi {

/// A co-simulation unit as a controller. Variables are connected by equal names: its inputs read
/// the columns of the newest row, its outputs become the inputs of the model. At each sample it
/// steps first, and its outputs hold during the step of the mechanism. An output that no law can
/// read is no error, but at least one has to be an input of the model. Appends what is not
/// connected to `notes`.
Result<std::unique_ptr<Controller>> makeController(const std::string& path, const Model& model,
                                                   const RunSpec& spec, Diagnostics& notes);

}  // namespace momentree::fmi

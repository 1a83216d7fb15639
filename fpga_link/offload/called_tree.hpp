// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/model/model.hpp"
#include "fpga_link/offload/called_system.hpp"

namespace momentree::fpga {

/// What keeps an open chain in space from being computed phase by phase, empty if nothing does.
Diagnostics calledTreeRefusals(const Model& model, const InitialState& start);

/// The equations of `hdca` for chains in space. This machine places the bodies, disassembles the
/// tree, computes loads and rates in double precision; the accelerator computes the matrices of
/// each body (update) and every node of the tree (assembly). Its assembly with an immovable node
/// also connects the chain to ground.
/// @param model one that `calledTreeRefusals` accepts
std::unique_ptr<CalledSystem> makeCalledTree(std::shared_ptr<const Model> model,
                                             FunctionLink& link);

}  // namespace momentree::fpga

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"
#include "fpga_link/offload/function_link.hpp"

namespace momentree::fpga {

/// What keeps an open chain in space from being computed phase by phase, empty if nothing does.
Diagnostics calledTreeRefusals(const Model& model, const InitialState& start);

/// A stepper of `hdca` for chains in space. This machine places the bodies, disassembles the tree,
/// computes loads and rates in double precision; the accelerator computes the matrices of each body
/// (update) and every node of the tree (assembly). Its assembly with an immovable node also
/// connects the chain to ground.
/// @param model one that `calledTreeRefusals` accepts
std::unique_ptr<Stepper> makeTreeStepper(std::shared_ptr<const Model> model, const RunSpec& spec,
                                         std::unique_ptr<FunctionLink> link);

}  // namespace momentree::fpga

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/model/model.hpp"
#include "fpga_link/offload/called_system.hpp"
#include "fpga_link/offload/planar_chain.hpp"

namespace momentree::fpga {

/// The planar HDCA as in the paper's sequence diagrams, for the angles and momenta of a chain. This
/// machine rotates the bodies, disassembles the tree and differentiates in double precision; the
/// accelerator computes the matrices of the bodies (update), every node of the tree (assembly), and
/// the inverse of the 4 x 4 matrix that connects the chain to ground (with identity rows for a free
/// end).
/// @param chain of the model
std::unique_ptr<CalledSystem> makeCalledHdca(std::shared_ptr<const Model> model, PlanarChain chain,
                                             FunctionLink& link);

}  // namespace momentree::fpga

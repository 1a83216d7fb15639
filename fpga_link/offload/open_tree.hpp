// SPDX-License-Identifier: Apache-2.0
// Chains, trees and closed loops in space on the accelerator.
#pragma once

#include "fpga_link/offload/on_board.hpp"

namespace momentree::fpga {

/// Every element that the accelerator cannot run in space, with the reason; empty if it runs the
/// model: bodies on joints of any type, loops of them, weight, springs, dampers, drag that is
/// proportional to velocity, forces, torques and motions by polynomials and sines of time.
Diagnostics treeRefusals(const Model& model, const InitialState& start);

/// Whether a law of the model has powers of time, for which the accelerator counts steps.
bool readsPowersOfTime(const Model& model);

/// @param model one that `treeRefusals` accepts; must outlive the result
Result<std::unique_ptr<OnBoard>> treeOnBoard(const Model& model, const InitialState& start);

}  // namespace momentree::fpga

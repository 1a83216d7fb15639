// SPDX-License-Identifier: Apache-2.0
// The accelerator's functions in numbers that stand beside those of the paper.
#pragma once

#include "core/papers/paper_facts.hpp"

namespace momentree::fpga {

/// Counted: register writes for the update of two bodies, "update.paper.writes" (the paper's
/// design) and "update.writes"; "update.clocks", "assembly.clocks", "inverse.clocks", "step.clocks"
/// (a whole step of a double pendulum in the batch engine); "inverse.products", "inverse.sums",
/// "inverse.reciprocals". Modelled with the default parameters, for 10 000 steps [s]:
/// "update.paper.time" and "update.time" (the register writes), "assembly.time", "inverse.time" and
/// "step.time" (the clocks), "inverse.access.time" (its registers). From the 190 ms that the paper
/// measured: "access.paper" for one register, "update.paper-access.time" for `update.writes` [s].
PaperFacts functionFacts();

}  // namespace momentree::fpga

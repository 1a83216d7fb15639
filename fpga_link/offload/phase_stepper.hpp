// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/session/catalogue.hpp"
#include "fpga_link/offload/function_link.hpp"

namespace momentree::fpga {

/// A stepper of `hdca` that calls the functions of every evaluation one by one (`makeCalledHdca`,
/// or `makeCalledTree` for chains that are no `planarChain`), by explicit Euler or the classical
/// Runge-Kutta method in double precision around them.
/// @param model one that `phaseRefusals` accepts
std::unique_ptr<Stepper> makePhaseStepper(std::shared_ptr<const Model> model, const RunSpec& spec,
                                          std::unique_ptr<FunctionLink> link);

/// What keeps a model from phase-by-phase runs, empty if nothing does.
Diagnostics phaseRefusals(const Model& model);

}  // namespace momentree::fpga

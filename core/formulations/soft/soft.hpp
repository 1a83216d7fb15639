// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/stepping/run_spec.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// Constraints as springs and dampers, by the semantics of MuJoCo (THEORY 6.11): absolute
/// coordinates, one linear system per step, of order 1. A foil for the others: joints open under
/// load, and the constraints store and dissipate energy, which is part of the power of a sample.
std::unique_ptr<Stepper> makeSoft(std::shared_ptr<const Model> model, const RunSpec& spec);

/// Why a model cannot be computed, none if it can.
std::optional<Message> softRefusal(const Model& model);

}  // namespace momentree

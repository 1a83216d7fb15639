// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/run_monitor.hpp"

namespace momentree {

/// Appends a note if the steps of a run have shifted its motion by more than is tolerable. Methods
/// may keep the energy and yet do that. Not where motions set the pace, which hold positions.
/// @param begin of the run, the stepper's time 0 [s]
void addPaceNotes(const Model& model, const Stepper& stepper, const RunSpec& spec, double begin,
                  std::vector<RunNote>& notes);

}  // namespace momentree

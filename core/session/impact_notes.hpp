// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/session/run_monitor.hpp"

namespace momentree {

/// Adds one note for each stop that was met: how often, first and last, and whether it rests there.
/// @param begin time of the stepper's time 0 [s]
void addImpactNotes(const Model& model, std::span<const Impact> impacts, double begin,
                    std::vector<RunNote>& notes);

}  // namespace momentree

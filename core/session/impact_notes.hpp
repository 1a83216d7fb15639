// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/session/event_stepper.hpp"
#include "core/session/run_monitor.hpp"

namespace momentree {

/// Adds one note for each stop that was met: how often, first and last, and whether it rests there.
/// @param begin time of the stepper's time 0 [s]
void addImpactNotes(const Model& model, std::span<const Impact> impacts, double begin,
                    std::vector<RunNote>& notes);
/// Adds one note for each friction that has held its joint: how often, and whether it still does.
void addFrictionNotes(const Model& model, std::span<const FrictionEvent> events, double begin,
                      std::vector<RunNote>& notes);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"
#include "core/stepping/stepper.hpp"
#include "fpga_link/offload/batch_link.hpp"

namespace momentree::fpga {

/// Largest difference [J] between the energy at a row of a run and the work done until then, by
/// the software model of an accelerator with so many bits of the fraction. What the intervals
/// between rows leave uncertain of the work does not count. Infinite if the run ends early.
/// @param order filled for this model from this start
/// @param stop ends the run early
double energyErrorOf(const Model& model, const InitialState& start, const BatchOrder& order,
                     int fraction, const std::stop_token& stop = {});

/// The fewest bits of the fraction with which this and every larger number of bits, up to the 23
/// that accelerators have at most, keep that difference within `wanted` [J]. Takes as long as a run
/// in the software model for each number that it tries, and tells `watch` which.
/// @return a message if 23 do not suffice, or if it was stopped
tl::expected<int, Message> neededBits(const Model& model, const InitialState& start,
                                      const BatchOrder& order, double wanted,
                                      const StartWatch& watch = {});

}  // namespace momentree::fpga

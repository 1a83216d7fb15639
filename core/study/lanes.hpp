// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/session/run_setup.hpp"

namespace momentree {

inline constexpr std::size_t mostInLanes = 8;

/// Whether a run can share its steps with others of the same mechanism: formulation `naudet` in
/// double precision on one thread, `rk4` or `explicit-euler`, and no loops.
bool fitsLanes(const Model& model, const RunSpec& spec);

/// Gives suitable runs, with the same bodies, joints and times, steppers that advance them
/// together, each state in a lane of the processor's registers (see `StateBatch`). The results of a
/// run do not depend on the other runs; they differ by rounding from those of other steppers, since
/// lanes add in a different order. The first run to request a time advances all runs to it: advance
/// them in turn, sample by sample, on one thread. If one fails, the others continue separately.
/// Phases are charged with the time of all.
/// @return false, with the setups unchanged, if the runs do not fit together
bool shareLanes(std::span<RunSetup* const> setups);

/// Whether runs with equal settings also have equal times and integrators, whose defaults depend on
/// the model.
bool sameTimes(const RunSpec& a, const RunSpec& b);

}  // namespace momentree

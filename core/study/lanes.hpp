// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/session/run_setup.hpp"

namespace momentree {

inline constexpr std::size_t mostInLanes = 8;

/// Whether a run can share its steps with others of the same mechanism: formulation `naudet` in
/// double precision on one thread, `rk4` or `explicit-euler`, no loop, and no torsion spring, whose
/// turns the lanes do not count.
bool fitsLanes(const Model& model, const RunSpec& spec);

/// Gives runs that fit, of the same bodies and joints and with the same times, steppers that
/// advance all of them together, each state in a lane of the processor's registers (see
/// `StateBatch`). The numbers of a run do not depend on how many there are and which; from those of
/// any other stepper they differ by rounding, since the lanes add in another order. The first run
/// to ask for a time takes all of them there: advance the runs in turn, sample by sample, on one
/// thread. Where one fails, the others go on by themselves. Phases are charged with the time of
/// all.
/// @return false, with the setups as they were, where they do not fit together
bool shareLanes(std::span<RunSetup* const> setups);

}  // namespace momentree

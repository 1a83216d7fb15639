// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/diagnostic.hpp"
#include "core/model/model.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Warns of loads, set points and accelerations of motions that change with time so fast that a
/// run misses or falsifies their impulse by more than 2 percent, and names a step that does not.
///
/// For fixed steps, the quadrature that a method of its order does of the law, Simpson's or the
/// trapezoidal rule, is compared with a finer one. Adaptive methods find a law that acts at an
/// instant they look at, which is one in each `step`; of these, the impulse of steps without such
/// instants is missed. What else than time a law depends on is held. Tables need no check: steps
/// end at their times. Of runs of more than 20 000 steps, some are looked at.
/// @param begin of the run [s]
void adviseForLaws(const Model& model, double begin, const RunSpec& spec, Diagnostics& warnings);

/// Warns of motions that come to rest in a singular pose, where paths of their mechanism cross and
/// rounding would decide which one it takes then. Looks at the first 32 poses of rest that differ,
/// of mechanisms whose poses the motions determine.
/// @param bodies at the time `begin` [s]
void adviseForRests(const Model& model, const std::vector<BodyState>& bodies, double begin,
                    const RunSpec& spec, Diagnostics& warnings);

}  // namespace momentree

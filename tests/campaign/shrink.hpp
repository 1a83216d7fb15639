// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "campaign/judge.hpp"

namespace momentree::campaign {

/// A smaller mechanism that fails for the same reason: without the bodies, joints, loads and odd
/// numbers that do not matter.
/// @param steps as for `judge`
/// @param verdict of `mechanism`; receives that of the result
Mechanism shrink(Mechanism mechanism, int steps, Verdict& verdict);

}  // namespace momentree::campaign

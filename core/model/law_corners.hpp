// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/law.hpp"

namespace momentree {

/// Sum of the jumps of df/dt in (from, to]: a table is constant outside its times, so its slope
/// jumps at both ends.
double jumpOfRate(const Law& law, double from, double to);

}  // namespace momentree

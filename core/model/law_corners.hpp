// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/law.hpp"

namespace momentree {

/// The jumps of df/dt between its values at two times: a table is constant outside its times, so
/// its slope jumps after the first and before the last.
double jumpOfRate(const Law& law, double from, double to);

}  // namespace momentree

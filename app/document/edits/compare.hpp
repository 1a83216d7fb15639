// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/description.hpp"

namespace momentree::app {

/// Whether two evaluated descriptions differ, but in nothing but where a run begins: a motion that
/// goes on would not show it.
bool differOnlyInStart(const ModelDescription& a, const ModelDescription& b);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/description.hpp"

namespace momentree::app {

/// Whether two evaluated descriptions differ only in the start of a run, which does not affect a
/// motion in progress.
bool differOnlyInStart(const ModelDescription& a, const ModelDescription& b);

}  // namespace momentree::app

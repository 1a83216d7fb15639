// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/catalogue.hpp"

namespace momentree::app {

/// The settings of a run, as a file keeps them: over what the file has, and without what nobody
/// has changed.
RunSettings settingsOf(const RunSpec& spec, RunSettings settings);

}  // namespace momentree::app

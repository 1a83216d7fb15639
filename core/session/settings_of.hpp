// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/catalogue.hpp"

namespace momentree::app {

/// Run settings to be saved in a file: those of the file, updated by the settings that the user
/// changed.
RunSettings settingsOf(const RunSpec& spec, RunSettings settings);

}  // namespace momentree::app

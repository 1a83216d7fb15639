// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/description.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Run settings to be saved in a file: those of the file, updated by the settings that the user
/// changed.
RunSettings settingsOf(const RunSpec& spec, RunSettings settings);

}  // namespace momentree

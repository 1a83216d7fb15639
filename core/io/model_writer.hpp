// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_text.hpp"
#include "core/model/description.hpp"

namespace momentree {

/// The "run" of a file: the settings that are given, in fixed order; empty if there are none.
JsonItem runItem(const RunSettings& run);

}  // namespace momentree

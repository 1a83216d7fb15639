// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_text.hpp"
#include "core/model/description.hpp"

namespace momentree {

/// The "run" object of a file: the settings that are set, in fixed order.
JsonItem runItem(const RunSettings& run);
/// A whole file, as `writeModelText` prints it.
JsonItem modelItem(const ModelDescription& model, const std::string& file = {});

}  // namespace momentree

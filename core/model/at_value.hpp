// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/diagnostic.hpp"

namespace momentree {

/// Problems of a model in which a parameter has another value than in its file; their texts say
/// which.
Diagnostics atValue(Diagnostics problems, const std::string& parameter, double value);

}  // namespace momentree

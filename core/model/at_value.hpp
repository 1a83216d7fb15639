// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/diagnostic.hpp"

namespace momentree {

/// Problems of a model in which a parameter has another value than in its file, told with it.
Diagnostics atValue(Diagnostics problems, const std::string& parameter, double value);

}  // namespace momentree

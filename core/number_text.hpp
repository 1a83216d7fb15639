// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace momentree {

/// The shortest text that reads back as the same double, in any locale.
std::string numberText(double value);
/// At most `digits` significant digits, for messages.
std::string numberText(double value, int digits);

}  // namespace momentree

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/result.hpp"

namespace momentree::cli {

/// Prints "momentree: FILE:LINE: WHERE: text" to standard error, one line each; warnings are
/// labelled.
void print(const Diagnostics& diagnostics, const std::string& file = {});
void print(const std::string& text);

}  // namespace momentree::cli

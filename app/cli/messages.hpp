// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/result.hpp"

namespace momentree::cli {

/// "momentree: FILE:LINE: WHERE: text" on standard error, one line each; warnings say so.
void print(const Diagnostics& diagnostics, const std::string& file = {});
void print(const std::string& text);

}  // namespace momentree::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/result.hpp"

namespace momentree::cli {

/// Which warnings are printed: none, one line for each kind, or all.
enum class Warnings { None, Kinds, All };
inline Warnings warningsOf(bool quiet, bool verbose) {
    return quiet ? Warnings::None : verbose ? Warnings::All : Warnings::Kinds;
}

/// Prints "momentree: FILE:LINE: WHERE: text" to standard error, one line each, with hidden
/// characters made visible; warnings are labelled.
void print(const Diagnostics& diagnostics, const std::string& file = {},
           Warnings warnings = Warnings::Kinds);
void print(const std::string& text);

}  // namespace momentree::cli

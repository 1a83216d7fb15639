// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace momentree::app {

/// Sentences of core as its sources have them, %1 ... for what changes; the longer of two that fit
/// comes first.
std::span<const char* const> coreSentences();

}  // namespace momentree::app

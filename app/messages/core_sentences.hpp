// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace momentree::app {

/// Sentences of core as its sources have them, %1 ... for what changes; the longer of two that fit
/// comes first.
std::span<const char* const> coreSentences();
/// What it finds wrong with files, models and settings; to be tried before the others.
std::span<const char* const> coreProblems();
/// What fits where no other sentence does: "'2*L': %1".
std::span<const char* const> generalSentences();

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/lessons/lesson_player.hpp"

class QTextBrowser;

namespace momentree::app {

/// Fills in claims; after each sentence follows a link that checks it, or what was measured.
QString withChecks(const std::string& text, const LessonPlayer& player);
/// Lets these links of a page check their claims.
void connectChecks(QTextBrowser& page, LessonPlayer& player);

}  // namespace momentree::app

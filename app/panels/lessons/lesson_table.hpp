// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QFont;
class QTableWidget;

namespace momentree::app {

class LessonPlayer;

/// The measurements of the current step: a row for each compared run, as high as it needs to be.
/// @param namesWidth of the names of the runs [px]
QTableWidget* makeLessonTable(const LessonPlayer& player, const QFont& font, int namesWidth);

}  // namespace momentree::app

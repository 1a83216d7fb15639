// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/export/lab_page.hpp"
#include "app/panels/lessons/lesson_work.hpp"

namespace momentree::app {

/// The page to hand in after a lesson: predictions and what was found, runs with their numbers and
/// figures, attempts at the task, room for conclusions, and from what the runs can be repeated.
/// @param scene picture of the mechanism
LabPage lessonReport(const LessonWork& work, const QImage& scene);

}  // namespace momentree::app

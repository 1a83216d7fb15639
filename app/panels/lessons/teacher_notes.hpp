// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace momentree {
struct Lesson;
}

namespace momentree::app {

/// Opens a window with the notes of a lesson for teachers.
void showTeacherNotes(const Lesson& lesson, QWidget* parent);

}  // namespace momentree::app

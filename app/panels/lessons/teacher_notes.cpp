// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/teacher_notes.hpp"

#include <QTextCursor>

#include "app/base/page_view.hpp"
#include "core/lessons/lesson.hpp"

namespace momentree::app {

void showTeacherNotes(const Lesson& lesson, QWidget* parent) {
    auto* notes = new PageView(parent);
    notes->setObjectName("teacherNotesPage");
    notes->setWindowFlag(Qt::Window);
    notes->setAttribute(Qt::WA_DeleteOnClose);
    notes->setWindowTitle(PageView::tr("Notes for teachers"));
    notes->setPage(QString::fromStdString(withClaims(lesson.notes, lesson)),
                   {QString::fromStdString(lesson.folder) + "/formulas"});
    notes->moveCursor(QTextCursor::Start);
    notes->resize(620, 760);
    notes->show();
}

}  // namespace momentree::app

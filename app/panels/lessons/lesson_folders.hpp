// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <optional>

#include "core/lessons/lesson.hpp"
#include "core/result.hpp"

namespace momentree::app {

/// A folder with a lesson, read or not readable.
struct LessonEntry {
    QString folder;
    std::optional<Lesson> lesson;
    Diagnostics problems;
    bool own = false;  ///< the user's, not the program's
    /// What progress is kept under, the name of the folder.
    QString name() const;
};

/// The folder for lessons that a teacher writes.
QString ownLessonsFolder();
LessonEntry readLessonFolder(const QString& folder);
/// The program's lessons, then the user's own, each in the order of their folders.
QList<LessonEntry> allLessons();

/// How far a lesson was followed, kept between starts.
struct LessonProgress {
    int step = 0;
    bool done = false;
};
LessonProgress progressOf(const QString& name);
void keepProgress(const QString& name, const LessonProgress& progress);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <optional>

#include "core/lessons/lesson.hpp"
#include "core/result.hpp"

namespace momentree::app {

/// A folder with a lesson, readable or not.
struct LessonEntry {
    QString folder;
    std::optional<Lesson> lesson;
    Diagnostics problems;
    bool own = false;  ///< made by the user, not part of the program
    /// Key of the saved progress: the name of the folder.
    QString name() const;
};

/// The folder for the user's own lessons.
QString ownLessonsFolder();
LessonEntry readLessonFolder(const QString& folder);
/// The program's lessons, then the user's, each in the order of the folders.
QList<LessonEntry> allLessons();

/// Progress in a lesson, kept between starts.
struct LessonProgress {
    int step = 0;
    bool done = false;
};
LessonProgress progressOf(const QString& name);
void keepProgress(const QString& name, const LessonProgress& progress);

}  // namespace momentree::app

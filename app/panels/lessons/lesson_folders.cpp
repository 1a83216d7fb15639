// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_folders.hpp"

#include <QDir>
#include <QSettings>
#include <QStandardPaths>

#include "app/base/resources_dir.hpp"
#include "core/lessons/lesson_reader.hpp"

namespace momentree::app {
namespace {

QString keyOf(const QString& name) { return QStringLiteral("lessons/") + name; }

QStringList lessonsIn(const QString& folder) {
    QStringList found;
    for (const QString& name :
         QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        if (QFileInfo::exists(folder + '/' + name + '/' + lessonFile)) found << folder + '/' + name;
    return found;
}

}  // namespace

QString LessonEntry::name() const { return QDir(folder).dirName(); }

QString ownLessonsFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
           QStringLiteral("/lessons");
}

LessonEntry readLessonFolder(const QString& folder) {
    LessonEntry entry;
    entry.folder = QDir(folder).absolutePath();
    auto lesson =
        readLesson(entry.folder.toStdString(), (resourcesDirectory() / "examples").string());
    if (lesson)
        entry.lesson = *std::move(lesson);
    else
        entry.problems = lesson.error();
    return entry;
}

QList<LessonEntry> allLessons() {
    QList<LessonEntry> entries;
    const auto add = [&entries](const QString& folder, bool own) {
        for (const QString& path : lessonsIn(folder)) {
            entries.append(readLessonFolder(path));
            entries.back().own = own;
        }
    };
    add(QString::fromStdString((resourcesDirectory() / "lessons").string()), false);
    add(ownLessonsFolder(), true);
    return entries;
}

LessonProgress progressOf(const QString& name) {
    const QSettings settings;
    return {settings.value(keyOf(name) + "/step", 0).toInt(),
            settings.value(keyOf(name) + "/done", false).toBool()};
}

void keepProgress(const QString& name, const LessonProgress& progress) {
    QSettings settings;
    settings.setValue(keyOf(name) + "/step", progress.step);
    settings.setValue(keyOf(name) + "/done", progress.done);
}

}  // namespace momentree::app

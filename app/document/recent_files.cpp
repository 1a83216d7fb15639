// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recent_files.hpp"

#include <QFileInfo>
#include <QSettings>
#include <QVariantMap>

namespace momentree::app {
namespace {

constexpr auto recentKey = "recentFiles", pinnedKey = "pinnedFiles", timesKey = "recentTimes";
constexpr int limit = 12;

QStringList stored(const char* key) { return QSettings().value(key).toStringList(); }

QString pathOf(const QString& file) { return QFileInfo(file).absoluteFilePath(); }

}  // namespace

QStringList recentFiles() {
    QStringList files;
    for (const QString& file : stored(pinnedKey) + stored(recentKey))
        if (QFileInfo::exists(file) && !files.contains(file)) files << file;
    return files;
}

void rememberFile(const QString& file) {
    QStringList files = stored(recentKey);
    files.removeAll(pathOf(file));
    files.prepend(pathOf(file));
    files = files.mid(0, limit);
    const QVariantMap before = QSettings().value(timesKey).toMap();
    QVariantMap times;
    for (const QString& kept : files) times[kept] = before.value(kept);
    times[pathOf(file)] = QDateTime::currentDateTime();
    QSettings settings;
    settings.setValue(recentKey, files);
    settings.setValue(timesKey, times);
}

QDateTime lastOpened(const QString& file) {
    const QDateTime opened = QSettings().value(timesKey).toMap().value(pathOf(file)).toDateTime();
    return opened.isValid() ? opened.toLocalTime() : QFileInfo(file).lastModified();
}

void forgetFiles() {
    QSettings().remove(recentKey);
    QSettings().remove(timesKey);
}

bool isPinned(const QString& file) { return stored(pinnedKey).contains(pathOf(file)); }

void setPinned(const QString& file, bool pinned) {
    QStringList files = stored(pinnedKey);
    files.removeAll(pathOf(file));
    if (pinned) files.prepend(pathOf(file));
    QSettings().setValue(pinnedKey, files);
}

}  // namespace momentree::app

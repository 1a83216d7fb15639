// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recent_files.hpp"

#include <QFileInfo>
#include <QSettings>

namespace momentree::app {
namespace {

constexpr auto recentKey = "recentFiles", pinnedKey = "pinnedFiles";
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
    QSettings().setValue(recentKey, QStringList(files.mid(0, limit)));
}

void forgetFiles() { QSettings().remove(recentKey); }

bool isPinned(const QString& file) { return stored(pinnedKey).contains(pathOf(file)); }

void setPinned(const QString& file, bool pinned) {
    QStringList files = stored(pinnedKey);
    files.removeAll(pathOf(file));
    if (pinned) files.prepend(pathOf(file));
    QSettings().setValue(pinnedKey, files);
}

}  // namespace momentree::app

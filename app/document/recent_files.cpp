// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recent_files.hpp"

#include <QFileInfo>
#include <QSettings>

namespace momentree::app {
namespace {

constexpr auto key = "recentFiles";
constexpr int limit = 12;

}  // namespace

QStringList recentFiles() {
    QStringList files;
    for (const QString& file : QSettings().value(key).toStringList())
        if (QFileInfo::exists(file)) files << file;
    return files;
}

void rememberFile(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    QStringList files = QSettings().value(key).toStringList();
    files.removeAll(path);
    files.prepend(path);
    QSettings().setValue(key, QStringList(files.mid(0, limit)));
}

void forgetFiles() { QSettings().remove(key); }

}  // namespace momentree::app

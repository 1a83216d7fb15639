// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QStringList>

namespace momentree::test {

inline QDir sourceTree() { return QDir(QStringLiteral(MOMENTREE_SOURCE_DIR)); }

/// Files below `folder` of the repository that match one of `patterns`, as paths from its top.
inline QStringList filesBelow(const QString& folder, const QStringList& patterns) {
    QStringList found;
    QDirIterator walk(sourceTree().filePath(folder), patterns, QDir::Files,
                      QDirIterator::Subdirectories);
    while (walk.hasNext()) found.append(sourceTree().relativeFilePath(walk.next()));
    found.sort();
    return found;
}

/// The lines of a file of the repository.
inline QStringList linesOf(const QString& path) {
    QFile file(sourceTree().filePath(path));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QString::fromUtf8(file.readAll()).split('\n');
}

}  // namespace momentree::test

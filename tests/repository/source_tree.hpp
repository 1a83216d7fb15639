// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
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

inline bool canRunPython() { return !QStandardPaths::findExecutable("python3").isEmpty(); }

/// The errors reported by cmake/architecture.py; empty if there are none.
inline QString mapFaults(const QString& check) {
    QProcess script;
    script.start("python3", {sourceTree().filePath("cmake/architecture.py"), check});
    if (!script.waitForFinished() || script.exitStatus() != QProcess::NormalExit)
        return "cmake/architecture.py did not run: " + script.errorString();
    return script.exitCode() == 0 ? QString() : QString::fromUtf8(script.readAllStandardError());
}

}  // namespace momentree::test

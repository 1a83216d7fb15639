// SPDX-License-Identifier: Apache-2.0
// Runs the built program as a user or a script would, without a display.
#pragma once

#include <QFile>
#include <QProcess>
#include <QStringList>

#include "support/test_main.hpp"

namespace momentree::test {

struct Outcome {
    int code = -1;  ///< -1 if the program did not end by itself
    QString out, err;
};

/// A build without window has no pictures, pages and accelerators either.
#ifdef MOMENTREE_TESTS_WINDOW
inline constexpr bool hasWindow = true;
#else
inline constexpr bool hasWindow = false;
#endif
inline constexpr const char* needsWindow = "this build has no window";

/// @param folder of relative paths, empty for that of the test
inline Outcome run(const QStringList& arguments, const QByteArray& input = {}, int wait = patience,
                   const QString& folder = {}) {
    QProcess process;
    process.setWorkingDirectory(folder);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(name);
    environment.insert("LC_ALL", "de_DE.UTF-8");
    process.setProcessEnvironment(environment);
    process.start(MOMENTREE_PROGRAM, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(wait) || process.exitStatus() != QProcess::NormalExit) return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

inline QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace momentree::test

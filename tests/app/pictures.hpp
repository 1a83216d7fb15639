// SPDX-License-Identifier: GPL-3.0-or-later
// Saves pictures for people in the folder named by MOMENTREE_PICTURES; without it, none.
#pragma once

#include <QDir>
#include <QImage>
#include <QTest>
#include <QWidget>

namespace momentree::app {

/// The path for `name`, or nothing.
inline QString pictureFile(const QString& name) {
    const QString folder = qEnvironmentVariable("MOMENTREE_PICTURES");
    return folder.isEmpty() ? QString() : QDir(folder).filePath(name);
}

inline void keepPicture(const QImage& image, const QString& name) {
    const QString file = pictureFile(name + ".png");
    if (!file.isEmpty()) QVERIFY2(image.save(file), qPrintable(file));
}

inline void keepPicture(QWidget& widget, const QString& name) {
    if (!pictureFile(name).isEmpty()) keepPicture(widget.grab().toImage(), name);
}

}  // namespace momentree::app

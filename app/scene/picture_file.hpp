// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QStringList>

#include "core/result.hpp"

namespace momentree::app {

/// Endings of the files that `readPicture` reads, lower case, without the dot.
QStringList pictureSuffixes();
bool isPictureFile(const QString& file);

/// A PNG, JPEG or SVG, upright, its longer edge at most 2048 pixels; or an error.
Result<QImage> readPicture(const QString& file);

}  // namespace momentree::app

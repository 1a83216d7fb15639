// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QStringList>

#include "core/result.hpp"

namespace momentree::app {

/// Suffixes of files supported by `readPicture`, lower case, without the dot.
QStringList pictureSuffixes();
bool isPictureFile(const QString& file);

/// Reads a PNG, JPEG or SVG, upright, scaled to at most 2048 pixels on the longer edge.
Result<QImage> readPicture(const QString& file);

}  // namespace momentree::app

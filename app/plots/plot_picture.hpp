// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QSize>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"

namespace momentree::app {

/// The energy and drift plots of a recording, one above the other, in light colours. Needs a
/// QApplication but no display (platform `offscreen`).
/// @param size in logical pixels
/// @param scale image pixels per logical pixel
QImage plotPicture(const Recording& recording, const RowLayout& layout, QSize size,
                   double scale = 1.0);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/result.hpp"

class QPagedPaintDevice;
class QWidget;

namespace momentree::app {

class Viewport;

/// The line drawing of the viewport's content with all overlays, at the width on screen.
/// @param record see `pictureRecord`
Result<void> writeSvg(const Viewport& viewport, const QString& title, const QString& file,
                      const QString& record = {});
/// The same on a landscape page.
Result<void> writePdf(const Viewport& viewport, const QString& title, const QString& file,
                      const QString& record = {});
/// The same as large as fits the page, with the title below.
bool paintPage(const Viewport& viewport, const QString& title, QPagedPaintDevice& page);

/// The links of a planar mechanism at the time on screen, see `render::dxfText`.
Result<void> writeDxf(const Viewport& viewport, const QString& file);

/// Shows the print dialog and prints the drawing.
void printDrawing(const Viewport& viewport, const QString& title, QWidget* window);

}  // namespace momentree::app

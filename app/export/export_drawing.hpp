// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/result.hpp"

class QPagedPaintDevice;
class QWidget;

namespace momentree::app {

class Viewport;

/// The line drawing of what a viewport shows, with everything that is drawn over it, as wide as on
/// the screen.
Result<void> writeSvg(const Viewport& viewport, const QString& title, const QString& file);
/// The same on a separate landscape page.
Result<void> writePdf(const Viewport& viewport, const QString& title, const QString& file);
/// The same as large as the page allows, with the title below.
bool paintPage(const Viewport& viewport, const QString& title, QPagedPaintDevice& page);

/// Asks for a printer and prints the drawing.
void printDrawing(const Viewport& viewport, const QString& title, QWidget* window);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

class QWidget;

namespace momentree::render {
struct Image;
}

namespace momentree::app {

class Viewport;

/// The scene with its layers as on screen, at `scale` times its size there.
QImage pictureOf(Viewport& viewport, double scale = 1.0);
/// The scene with its layers in a picture of that size, with at least what is seen on screen.
QImage pictureOf(Viewport& viewport, QSize pixels);
/// The same for paper: without grid and axes, of `scale` pixels per logical pixel.
QImage pictureForPaper(Viewport& viewport, QSize pixels, double scale);

/// The same pixels, not copied.
QImage viewOf(const render::Image& image);
/// Pixels of a widget at `scale` pixels per logical pixel, at least one each way.
QSize pixelsOf(const QWidget& widget, double scale);

}  // namespace momentree::app

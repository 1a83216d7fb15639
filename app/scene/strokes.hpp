// SPDX-License-Identifier: GPL-3.0-or-later
// Marks with a halo, readable on any picture, light or dark.
#pragma once

#include <QColor>
#include <QPainter>

namespace momentree::app {

/// An arrow; nothing if it is shorter than two pixels.
void strokeArrow(QPainter& painter, QPointF from, QPointF to, const QColor& color, bool dark);
/// Text centred at a point on a plate, rotated by an angle [degrees, clockwise].
void strokeText(QPainter& painter, QPointF at, const QString& text, const QColor& color, bool dark,
                double turn = 0.0);
/// How much larger the type of a painted widget is than that of the program: 1 except in front of a
/// class.
double typeScale(const QPainter& painter);
/// The colour of halos: that of the background.
QColor haloColor(bool dark, int alpha = 190);

}  // namespace momentree::app

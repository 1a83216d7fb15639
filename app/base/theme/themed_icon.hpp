// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>
#include <QStringList>

namespace momentree::app {

/// The icon resources/icons/NAME.svg in the colours of the current palette, sharp at any size and
/// pixel ratio, in the accent if it is on; follows theme changes. A null icon for an unknown name.
QIcon themedIcon(const QString& name);

/// An icon in one colour.
/// @param size [device-independent px]
QPixmap tintedPixmap(const QIcon& icon, const QSize& size, double pixelRatio, const QColor& color);

/// The program's icon, in colour.
QIcon applicationIcon();

/// The names known to `themedIcon`, sorted.
QStringList themedIconNames();

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>
#include <QStringList>
#include <functional>

namespace momentree::app {

/// The icon resources/icons/NAME.svg in the colours of the current palette, sharp at any size and
/// pixel ratio, in the accent if it is on; follows theme changes. A null icon for an unknown name.
QIcon themedIcon(const QString& name);

/// The picture of this key, drawn if it is not in the cache. Icons painted often need it: Qt scales
/// and caches the picture of a new icon at each painting, until the cache is full of them.
QPixmap keptPixmap(const QString& key, const std::function<QPixmap()>& draw);

/// An icon in one colour.
/// @param size [device-independent px]
QPixmap tintedPixmap(const QIcon& icon, const QSize& size, double pixelRatio, const QColor& color);

/// The program's icon, in colour.
QIcon applicationIcon();

/// The names known to `themedIcon`, sorted.
QStringList themedIconNames();

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>
#include <QStringList>

namespace momentree::app {

/// The icon resources/icons/NAME.svg in the colours of the current palette, sharp at any size and
/// pixel ratio; follows theme changes. A null icon for an unknown name.
QIcon themedIcon(const QString& name);

/// The program's icon, in colour.
QIcon applicationIcon();

/// The names known to `themedIcon`, sorted.
QStringList themedIconNames();

}  // namespace momentree::app

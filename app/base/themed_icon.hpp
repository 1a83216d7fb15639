// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>
#include <QStringList>

namespace momentree::app {

/// The icon resources/icons/NAME.svg in the colours of the current palette, crisp at any size and
/// pixel ratio; follows a change of theme by itself. An unknown name gives a null icon.
QIcon themedIcon(const QString& name);

/// The program's own icon, in colour.
QIcon applicationIcon();

/// Names that `themedIcon` knows, sorted.
QStringList themedIconNames();

}  // namespace momentree::app

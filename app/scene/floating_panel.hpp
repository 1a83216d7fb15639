// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

class QWidget;

namespace momentree::app {

/// Paints the background of controls over the scene: rounded and slightly transparent. Call from
/// paintEvent.
/// @param border colour; by default from the palette
void paintFloatingPanel(QWidget& panel, const QColor& border = {});

}  // namespace momentree::app

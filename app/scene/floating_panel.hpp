// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

class QWidget;

namespace momentree::app {

/// The ground of controls that float over the scene: rounded, a little of the scene shines
/// through. For their paintEvent.
/// @param border its colour; the palette's if none is given
void paintFloatingPanel(QWidget& panel, const QColor& border = {});

}  // namespace momentree::app

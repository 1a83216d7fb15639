// SPDX-License-Identifier: GPL-3.0-or-later
// The appearance of the program: tokens, palettes and style.
#pragma once

#include <QObject>
#include <QPalette>

#include "app/base/theme/tokens.hpp"

class QApplication;

namespace momentree::app {

enum class ThemeChoice { System, Light, Dark };

/// Sets the program's style with the light or dark colours. `System` follows the desktop's palette
/// at the time of the call. Open widgets are updated immediately.
void applyTheme(QApplication& application, ThemeChoice choice);

QPalette lightPalette();
QPalette darkPalette();

/// Notifies objects that are not widgets of a theme change (widgets get QEvent::PaletteChange).
class ThemeWatcher final : public QObject {
    Q_OBJECT
public:
    explicit ThemeWatcher(QObject* parent = nullptr);
    bool eventFilter(QObject* watched, QEvent* event) override;
signals:
    void changed();
};

}  // namespace momentree::app

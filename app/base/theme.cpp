// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/theme.hpp"

#include <QApplication>
#include <QEvent>
#include <QToolTip>

#include "app/base/theme_style.hpp"

namespace momentree::app {

void applyTheme(QApplication& application, ThemeChoice choice) {
    if (qobject_cast<ThemeStyle*>(application.style()) == nullptr)
        application.setStyle(new ThemeStyle);
    bool dark = choice == ThemeChoice::Dark;
    if (choice == ThemeChoice::System) {
        // An empty palette restores the desktop's own, which shows whether it is light or dark.
        application.setPalette(QPalette());
        dark = isDark(application.palette());
    }
    const QPalette palette = dark ? darkPalette() : lightPalette();
    application.setPalette(palette);
    QToolTip::setPalette(palette);
}

bool isDark(const QPalette& palette) { return palette.color(QPalette::Window).lightnessF() < 0.5F; }

ThemeWatcher::ThemeWatcher(QObject* parent) : QObject(parent) {
    QCoreApplication::instance()->installEventFilter(this);
}

bool ThemeWatcher::eventFilter(QObject* watched, QEvent* event) {
    if (watched == QCoreApplication::instance() &&
        event->type() == QEvent::ApplicationPaletteChange)
        emit changed();
    return false;
}

}  // namespace momentree::app

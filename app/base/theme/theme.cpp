// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/theme/theme.hpp"

#include <QApplication>
#include <QEvent>
#include <QToolTip>

#include "app/base/theme/focus_ring.hpp"
#include "app/base/theme/theme_style.hpp"

namespace momentree::app {
namespace {

QPalette paletteOf(const ThemeColors& c) {
    QPalette p;
    p.setColor(QPalette::Window, c.panel);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.panel);
    p.setColor(QPalette::AlternateBase, c.window);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::Button, c.raised);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.onAccent);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.onAccent);
    p.setColor(QPalette::Link, c.link);
    p.setColor(QPalette::LinkVisited, c.visited);
    p.setColor(QPalette::ToolTipBase, c.raised);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::PlaceholderText, c.mutedText);
    p.setColor(QPalette::Light, c.raised);
    p.setColor(QPalette::Midlight, c.hover);
    p.setColor(QPalette::Mid, c.fieldEdge);
    p.setColor(QPalette::Dark, c.fieldLine);
    p.setColor(QPalette::Shadow, c.text);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                            QPalette::HighlightedText, QPalette::PlaceholderText})
        p.setColor(QPalette::Disabled, role, c.disabledText);
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.fieldEdge);
    return p;
}

/// Rows are marked by a soft ground, which leaves their colours as they are.
QPalette viewPalette(const ThemeColors& c) {
    QPalette p = paletteOf(c);
    for (const auto group : {QPalette::Active, QPalette::Inactive}) {
        p.setColor(group, QPalette::Highlight, c.accentSoft);
        p.setColor(group, QPalette::HighlightedText, c.text);
    }
    return p;
}

}  // namespace

void applyTheme(QApplication& application, ThemeChoice choice) {
    if (qobject_cast<ThemeStyle*>(application.style()) == nullptr) {
        application.setStyle(new ThemeStyle);
        new FocusRing(&application);
    }
    bool dark = choice == ThemeChoice::Dark;
    if (choice == ThemeChoice::System) {
        // An empty palette restores the desktop's own, which shows whether it is light or dark.
        application.setPalette(QPalette());
        dark = isDark(application.palette());
    }
    const ThemeColors& colors = themeColors(dark);
    const QPalette palette = paletteOf(colors);
    application.setPalette(palette);
    application.setPalette(viewPalette(colors), "QAbstractItemView");
    QToolTip::setPalette(palette);
}

QPalette lightPalette() { return paletteOf(themeColors(false)); }
QPalette darkPalette() { return paletteOf(themeColors(true)); }

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

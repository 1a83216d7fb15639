// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <array>

namespace momentree::app {

/// When a window shrinks, its panels become narrower, here to at most 35 % of it; when it grows,
/// only its centre does. This restores the widths of the side panels, unless they have been changed
/// since.
class DockWidths {
public:
    explicit DockWidths(QMainWindow& window) : window_(window) {}
    void beforeLayout();  ///< call before the layout for the window's new size
    void afterLayout(bool windowGrew);

private:
    struct Side {
        Qt::DockWidgetArea area;
        int wanted = 0;
        int left = 0;  ///< widths after the last change of the window's size
    };
    QMainWindow& window_;
    int windowWidth_ = 0;  ///< before the last change
    std::array<Side, 2> sides_{{{Qt::LeftDockWidgetArea}, {Qt::RightDockWidgetArea}}};
};

}  // namespace momentree::app

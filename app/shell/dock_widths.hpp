// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <array>

namespace momentree::app {

/// A window that gets narrower takes from its panels, one that grows gives to its centre alone.
/// This gives the panels at the sides back what they had, unless their widths were changed since.
class DockWidths {
public:
    explicit DockWidths(QMainWindow& window) : window_(window) {}
    void beforeLayout();  ///< of the window's new size
    void afterLayout(bool windowGrew);

private:
    struct Side {
        Qt::DockWidgetArea area;
        int wanted = 0;
        int left = 0;  ///< by the last change of the window's size
    };
    QMainWindow& window_;
    std::array<Side, 2> sides_{{{Qt::LeftDockWidgetArea}, {Qt::RightDockWidgetArea}}};
};

}  // namespace momentree::app

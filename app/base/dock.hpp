// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <QMainWindow>

namespace momentree::app {

/// A dock panel with a stable name (for the saved layout), not yet placed.
inline QDockWidget* addDock(QMainWindow* window, const char* name, const QString& title,
                            QWidget* content) {
    auto* dock = new QDockWidget(title, window);
    dock->setObjectName(QString::fromLatin1(name));
    dock->setWidget(content);
    content->setAccessibleName(title);
    return dock;
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

namespace momentree::app {

/// A status bar whose temporary messages are elided where its widgets begin.
class StatusBar final : public QStatusBar {
    Q_OBJECT
public:
    using QStatusBar::QStatusBar;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace momentree::app

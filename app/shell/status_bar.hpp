// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

namespace momentree::app {

/// A status bar whose temporary messages have a line of their own between its widgets.
class StatusBar final : public QStatusBar {
    Q_OBJECT
public:
    using QStatusBar::QStatusBar;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A line of text, elided at its end.
class StatusLine final : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QStatusBar& bar);
    /// Shown while there is no message.
    void setHint(const QString& hint);

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override { return minimumSizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    const QStatusBar& bar_;
    QString hint_;
};

}  // namespace momentree::app

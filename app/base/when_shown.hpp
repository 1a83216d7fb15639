// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>

class QWidget;

namespace momentree::app {

/// Work on the contents of a panel. While the panel is hidden, it waits.
class WhenShown final : public QObject {
public:
    WhenShown(QWidget* panel, std::function<void()> work);
    /// Works now, or once when the panel is next shown.
    void request();

protected:
    bool eventFilter(QObject* panel, QEvent* event) override;

private:
    QWidget* panel_;
    std::function<void()> work_;
    bool requested_ = false;
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace momentree::app {

/// A line of a list on the start page that can be pressed: a badge or an icon, a title, a line
/// below it, and a word at the right end.
class StartRow final : public QAbstractButton {
    Q_OBJECT
public:
    struct Content {
        QString badge, title, below, right;
        bool done = false;  ///< the badge is a tick
    };
    StartRow(Content content, QWidget* parent);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Content content_;
};

}  // namespace momentree::app

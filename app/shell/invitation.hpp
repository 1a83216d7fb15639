// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariantAnimation>
#include <QWidget>

class QPushButton;

namespace momentree::app {

/// What to do with an empty drawing: a line, a hint, a four-bar that draws itself once, and two
/// buttons. The mouse reaches the drawing below.
class Invitation final : public QWidget {
    Q_OBJECT
public:
    Invitation(QAction& examples, QAction& photo, QWidget* scene);
    /// @param moving whether the picture draws itself
    void invite(bool wanted, bool moving);
    bool wanted() const { return wanted_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void present(bool shown);
    void place();
    void paintHint(QPainter& painter, int top) const;

    bool wanted_ = false;             ///< the drawing is empty
    QPushButton *examples_, *photo_;  ///< beside this widget, which the mouse does not see
    QVariantAnimation stroke_;        ///< 0 to 1
};

}  // namespace momentree::app

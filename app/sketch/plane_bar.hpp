// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace momentree::app {

struct Actions;
class Sketcher;

/// Controls in the picture for the work plane, its offset and the type of new joints.
class PlaneBar final : public QWidget {
    Q_OBJECT
public:
    PlaneBar(Actions& actions, Sketcher& sketcher);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void choose(int kind);
    void turnToPlane();
    void takeOffset();
    void follow();

    Actions& actions_;
    Sketcher& s_;
    QLineEdit* offset_;
    QToolButton* joints_;
};

}  // namespace momentree::app

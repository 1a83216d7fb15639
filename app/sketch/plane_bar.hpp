// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace momentree::app {

struct Actions;
class DrawingPlane;
class Edits;
class Selection;
class Viewport;

/// Controls in the picture for the work plane, its offset and the type of new joints.
class PlaneBar final : public QWidget {
    Q_OBJECT
public:
    PlaneBar(Actions& actions, Viewport& viewport, DrawingPlane& plane, Edits& edits,
             const Selection& selection);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void choose(int kind);
    void turnToPlane();
    void takeOffset();
    void follow();

    Actions& actions_;
    Viewport& viewport_;
    DrawingPlane& plane_;
    Edits& edits_;
    const Selection& selection_;
    QLineEdit* offset_;
    QToolButton* joints_;
};

}  // namespace momentree::app

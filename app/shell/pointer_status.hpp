// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace momentree::app {

class DrawingPlane;
class Selection;
class Viewport;

/// Position of the pointer on the work plane, and number of selected elements.
class PointerStatus final : public QLabel {
    Q_OBJECT
public:
    PointerStatus(Viewport& viewport, const DrawingPlane& plane, const Selection& selection,
                  QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(const QString& place);

    const Viewport& viewport_;
    const DrawingPlane& plane_;
    const Selection& selection_;
    QString place_;
};

}  // namespace momentree::app

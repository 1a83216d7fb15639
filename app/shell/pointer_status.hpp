// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace momentree::app {

class Sketcher;

/// Position of the pointer on the work plane, and number of selected elements.
class PointerStatus final : public QLabel {
    Q_OBJECT
public:
    PointerStatus(Sketcher& sketcher, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(const QString& place);

    Sketcher& s_;
    QString place_;
};

}  // namespace momentree::app

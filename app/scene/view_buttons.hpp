// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace momentree::app {

struct Actions;

/// Buttons for fit and the standard views in the upper right corner of the scene.
class ViewButtons final : public QWidget {
    Q_OBJECT
public:
    ViewButtons(Actions& actions, QWidget* scene);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();
};

}  // namespace momentree::app

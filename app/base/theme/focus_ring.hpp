// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace momentree::app {

/// Draws a ring around the button, box or slider that has the focus, outside of it, while the
/// window is used by keyboard. Fields show the focus by their border.
class FocusRing final : public QObject {
    Q_OBJECT
public:
    explicit FocusRing(QObject* parent);

private:
    void follow(QWidget* focused);
};

}  // namespace momentree::app

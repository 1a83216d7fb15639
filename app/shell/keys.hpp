// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QKeyEvent;

namespace momentree::app {

class DrawingBoard;
class Viewport;

/// Distributes keys and the wheel between picture, fields and buttons: space and
/// Return press a focused button; arrows, Home and End move within a focused slider, list or text
/// instead of through time; Return and Escape leave a field, so that shortcuts of the window work
/// again; digits typed on the picture set lengths while drawing.
class KeyRules final : public QObject {
    Q_OBJECT
public:
    /// Watches all widgets of the program.
    KeyRules(Viewport& viewport, DrawingBoard& board);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool claims(QObject* watched, const QKeyEvent& key) const;
    bool takes(QObject* watched, const QKeyEvent& key);

    Viewport& viewport_;
    DrawingBoard& board_;
};

}  // namespace momentree::app

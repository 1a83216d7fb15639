// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QKeyEvent;

namespace momentree::app {

class DrawingBoard;
class Viewport;

/// Keys and the wheel between picture, fields and buttons: space presses a button that has the
/// keyboard focus instead of playing; Return and Escape leave a field, so that the keys of the
/// window work again; digits typed on the picture are lengths of what is being drawn.
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

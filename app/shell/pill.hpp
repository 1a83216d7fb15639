// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace momentree::app {

/// A button over the scene: an icon and a word, with a chevron if it has a menu.
class Pill final : public QToolButton {
    Q_OBJECT
public:
    /// The one in the middle has its icon on a disc of the accent, and names its key.
    enum class Kind { Corner, Middle };
    Pill(Kind kind, QWidget* scene);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString keyText() const;
    Kind kind_;
};

}  // namespace momentree::app

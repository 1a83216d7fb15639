// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

#include "app/panels/analyses/inquiry.hpp"

namespace momentree::app {

/// The modes of an outcome as cards: shape, frequency, damping.
class ModeList final : public QListWidget {
    Q_OBJECT
public:
    explicit ModeList(QWidget* parent = nullptr);

    /// @param axes of the picture in columns: right, up, towards the viewer
    void show(std::shared_ptr<const Outcome> outcome, const Matrix3d& axes);
    int chosen() const { return currentRow(); }

protected:
    QSize sizeHint() const override { return {300, 300}; }

private:
    class Card;
    std::shared_ptr<const Outcome> outcome_;
    Matrix3d axes_ = Matrix3d::Identity();
};

}  // namespace momentree::app

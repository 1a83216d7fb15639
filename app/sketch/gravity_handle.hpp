// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/sketch/sketcher.hpp"

namespace momentree::app {

/// The gravity arrow in the corner of the picture: dragging its tip turns gravity in the plane of
/// the picture, in steps of 15 degrees, or freely with Alt.
class GravityHandle {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::GravityHandle)
public:
    explicit GravityHandle(Sketcher& sketcher) : s_(sketcher) {}

    bool over(QPointF at) const;
    bool press(QPointF at);
    bool turning() const { return turning_; }
    void move(QPointF at, Qt::KeyboardModifiers keys);
    void release();
    bool cancel();
    void paint(QPainter& painter, QPointF cursor) const;

private:
    std::optional<QLineF> arrow() const;  ///< logical pixels

    Sketcher& s_;
    bool turning_ = false;
    int gesture_ = 0;
    Scalar3 before_;
};

}  // namespace momentree::app

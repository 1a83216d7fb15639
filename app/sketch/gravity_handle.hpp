// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/sketch/edits.hpp"

namespace momentree::app {

/// The gravity arrow in the corner of the picture: dragging its tip turns gravity in the plane of
/// the picture, in steps of 15 degrees, or freely with Alt.
class GravityHandle {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::GravityHandle)
public:
    GravityHandle(const Viewport& viewport, Edits& edits)
        : viewport_(viewport), edits_(edits), gesture_(edits) {}

    bool over(QPointF at) const;
    bool press(QPointF at);
    bool turning() const { return gesture_.active(); }
    void move(QPointF at, Qt::KeyboardModifiers keys);
    void release() { gesture_.end(); }
    bool cancel();
    void paint(QPainter& painter, QPointF cursor) const;

private:
    std::optional<QLineF> arrow() const;  ///< logical pixels

    const Viewport& viewport_;
    const Edits& edits_;
    Gesture gesture_;
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "app/document/work_plane.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {

/// The work plane that is drawn on, as it is seen in the picture.
class DrawingPlane final : public QObject {
    Q_OBJECT
public:
    explicit DrawingPlane(Viewport& viewport) : viewport_(viewport) {}

    const WorkPlane& get() const { return plane_; }
    void set(const WorkPlane& plane);
    /// Whether the picture is a drawing in the xy plane.
    bool planar() const;
    /// The same, seen from the front.
    bool flat() const;
    /// Whether it is seen well enough to draw on it.
    bool facesViewer() const;
    /// What is under the cursor.
    Point under(QPointF at) const;

Q_SIGNALS:
    void changed();

private:
    Viewport& viewport_;
    WorkPlane plane_;
};

/// The point of a plane that is seen at `at`.
Point pointUnder(const Viewport& view, const WorkPlane& plane, QPointF at);

}  // namespace momentree::app

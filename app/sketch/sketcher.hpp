// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>

#include "app/document/edits/draw.hpp"
#include "app/document/selection.hpp"
#include "app/document/work_plane.hpp"
#include "app/runs/live_model.hpp"
#include "app/scene/picked.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {

/// A joint, a marker or an end of a link.
struct SketchPoint {
    Vector3d at;
    MarkerReference on;
    int joint = -1;  ///< -1: nothing is joined there
};
std::vector<SketchPoint> sketchPoints(const CheckedModel& seen);

/// The lines between the points of links, as a plane has them.
std::vector<SnapLine> snapLines(const CheckedModel& seen, const WorkPlane& plane);

/// Where a marker is seen, world [m].
Vector3d placeOf(const CheckedModel& seen, const Marker& marker);

/// What the cursor means.
struct Target {
    Snap snap;
    DrawnPoint point;
    int joint = -1, body = -1;  ///< under it, into the model's lists
};

/// What all drawing tools share: the cursor on the drawing, and edits as steps of the history.
class Sketcher final : public QObject {
    Q_OBJECT
public:
    Sketcher(Viewport& viewport, ModelDocument& document, LiveModel& live, Selection& selection);

    Viewport& viewport;
    ModelDocument& document;
    LiveModel& live;
    Selection& selection;

    const WorkPlane& plane() const { return plane_; }
    void setPlane(const WorkPlane& plane);
    const std::string& jointType() const { return jointType_; }  ///< of joints being drawn
    void setJointType(const std::string& type);
    /// Whether the picture is a drawing in the xy plane, seen from the front.
    bool flat() const;
    /// Whether the work plane is seen well enough to draw on it; says why not.
    bool canDraw();
    Point onPlane(const WorkPlane& plane, QPointF at) const;
    /// The sketch point under the cursor, -1 if there is none.
    int pointUnder(QPointF at, const std::vector<SketchPoint>& points) const;
    /// Where the cursor is meant to be: a point that it is on, or a place in the plane.
    /// @param lines of links to go on with, and lengths to repeat
    Snap snapTo(const WorkPlane& plane, QPointF at, const std::vector<SketchPoint>& points,
                const std::vector<SnapLine>& lines, bool enabled,
                const std::optional<Point>& anchor = std::nullopt) const;
    /// @param lengths whether what is drawn from the anchor has a length that counts
    Target target(QPointF at, Qt::KeyboardModifiers keys,
                  const std::optional<Point>& anchor = std::nullopt, bool lengths = false) const;

    using Change = std::function<void(Drawing&)>;
    /// One step on what is seen now. @param after called if it was done
    bool draw(const QString& name, const Change& change);
    /// The same, refused where no run could be made of the model any more.
    bool tryDraw(const QString& name, const Change& change);
    void refuse(const QString& why) { Q_EMIT refused(why); }
    void begin() { Q_EMIT began(); }

Q_SIGNALS:
    void planeChanged();
    void jointTypeChanged();
    void began();  ///< the drawing changes from here on: the picture has to show its start
    void refused(const QString& why);

private:
    Vector3d onLink(QPointF at, int body) const;

    WorkPlane plane_;
    std::string jointType_ = "revolute";
};

}  // namespace momentree::app

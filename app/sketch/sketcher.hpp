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
    int joint = -1;  ///< -1: no joint there
};
std::vector<SketchPoint> sketchPoints(const CheckedModel& seen);

/// The lines between the points of links, projected onto a plane.
std::vector<SnapLine> snapLines(const CheckedModel& seen, const WorkPlane& plane);

/// Position of a marker in the current pose, world [m].
Vector3d placeOf(const CheckedModel& seen, const Marker& marker);

/// The target of the cursor.
struct Target {
    Snap snap;
    DrawnPoint point;
    int joint = -1, body = -1;  ///< elements under the cursor, indices into the model's lists
};

/// The common part of all drawing tools: the cursor on the drawing, and edits as steps of the
/// history.
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
    const std::string& jointType() const { return jointType_; }  ///< for new joints
    void setJointType(const std::string& type);
    /// Whether the picture shows a drawing in the xy plane from the front.
    bool flat() const;
    /// Whether the work plane is visible enough to draw on it; shows a message if not.
    bool canDraw();
    Point onPlane(const WorkPlane& plane, QPointF at) const;
    /// The sketch point under the cursor, -1 if there is none.
    int pointUnder(QPointF at, const std::vector<SketchPoint>& points) const;
    /// The snapped position of the cursor: an existing point, or a position in the plane.
    /// @param lines of links, for extensions and equal lengths
    Snap snapTo(const WorkPlane& plane, QPointF at, const std::vector<SketchPoint>& points,
                const std::vector<SnapLine>& lines, bool enabled,
                const std::optional<Point>& anchor = std::nullopt) const;
    /// @param lengths whether the length from the anchor matters
    Target target(QPointF at, Qt::KeyboardModifiers keys,
                  const std::optional<Point>& anchor = std::nullopt, bool lengths = false) const;

    using Change = std::function<void(Drawing&)>;
    /// Performs one step on the current pose.
    /// @param after called on success
    bool draw(const QString& name, const Change& change);
    /// The same, but rejects changes that would make the model invalid for a run.
    bool tryDraw(const QString& name, const Change& change);
    void refuse(const QString& why) { Q_EMIT refused(why); }
    void begin() { Q_EMIT began(); }

Q_SIGNALS:
    void planeChanged();
    void jointTypeChanged();
    void began();  ///< the drawing is about to change: the picture has to show its start
    void refused(const QString& why);

private:
    Vector3d onLink(QPointF at, int body) const;

    WorkPlane plane_;
    std::string jointType_ = "revolute";
};

}  // namespace momentree::app

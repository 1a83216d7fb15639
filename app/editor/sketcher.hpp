// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>

#include "app/document/live_model.hpp"
#include "app/editing/draw.hpp"
#include "app/editor/snap.hpp"
#include "app/model_tree/selection.hpp"
#include "app/viewport/viewport.hpp"

namespace momentree::app {

/// A joint, a marker or an end of a link, in the plane of the drawing.
struct SketchPoint {
    Point at;
    MarkerReference on;
    int joint = -1;  ///< -1: nothing is joined there
};
std::vector<SketchPoint> sketchPoints(const CheckedModel& seen);

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

    /// Whether the picture is a drawing in the xy plane, seen from the front.
    bool flat() const;
    Vector3d onPlane(QPointF at) const;
    QPointF toView(const Point& point) const { return viewport.toView({point.x(), point.y(), 0}); }
    Target target(QPointF at, Qt::KeyboardModifiers keys,
                  const std::optional<Point>& anchor = std::nullopt) const;

    using Change = std::function<void(Drawing&)>;
    /// One step on what is seen now. @param after called if it was done
    bool draw(const QString& name, const Change& change);
    void refuse(const QString& why) { Q_EMIT refused(why); }
    void begin() { Q_EMIT began(); }

Q_SIGNALS:
    void began();  ///< the drawing changes from here on: the picture has to show its start
    void refused(const QString& why);
};

inline Vector3d lifted(const Point& point) { return {point.x(), point.y(), 0.0}; }

}  // namespace momentree::app

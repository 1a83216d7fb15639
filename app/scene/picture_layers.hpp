// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/element.hpp"
#include "app/scene/dimensions.hpp"
#include "app/scene/gaps.hpp"
#include "app/scene/joint_limits.hpp"
#include "app/scene/scale_bar.hpp"
#include "app/scene/traces.hpp"
#include "app/scene/vectors.hpp"

class QAction;
class QJsonObject;
class QUndoStack;

namespace momentree::app {

struct Actions;
class LiveModel;
class RunController;
class Selection;
class Viewport;

/// Optional overlays of the scene: traces, vectors, dimensions, with their actions.
class PictureLayers final : public QObject {
    Q_OBJECT
public:
    PictureLayers(Viewport& viewport, LiveModel& live, RunController& run, Selection& selection,
                  Actions& actions, QUndoStack& history);

    /// Adds traces and vectors to the section "view" of the model file.
    void addTo(QJsonObject& view) const;

    /// The points near a place in the picture that can be traced, most meaningful first.
    std::vector<TracePoint> pointsAt(QPointF place) const;
    /// A joint, or the centre of a body.
    std::optional<TracePoint> pointOf(const Element& element) const;
    void trace(const TracePoint& point);  ///< or no longer
    void traceOnly(const TracePoint& point);

    Traces& traces() { return traces_; }
    Vectors& vectors() { return vectors_; }

Q_SIGNALS:
    void said(const QString& text);  ///< why an action was not possible

private:
    void connectActions();
    void toggleTrace();
    void follow();
    void setTraces(const QString& name, const std::vector<TracePoint>& points);
    void restoreTraces();
    std::vector<std::pair<QString, QAction*>> layers() const;

    Viewport& viewport_;
    LiveModel& live_;
    RunController& run_;
    Selection& selection_;
    Actions& actions_;
    QUndoStack& history_;
    bool restoring_ = false;  ///< layers of a file, which are not the user's settings
    Traces traces_;
    Vectors vectors_;
    Dimensions dimensions_;
    JointLimits limits_;
    Gaps gaps_;
    ScaleBar scaleBar_;
    std::shared_ptr<const Recording> followed_;
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/picture_layers.hpp"

#include <QCursor>
#include <QJsonArray>
#include <QSettings>
#include <QUndoStack>

#include "app/commands/actions.hpp"
#include "app/document/selection.hpp"
#include "app/document/view_section.hpp"
#include "app/runs/live_model.hpp"
#include "app/runs/run_controller.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

class TraceStep final : public QUndoCommand {
public:
    TraceStep(const QString& name, Traces& traces, std::vector<TracePoint> after)
        : QUndoCommand(name), traces_(traces), before_(traces.points()), after_(std::move(after)) {}
    void undo() override { traces_.set(before_); }
    void redo() override { traces_.set(after_); }

private:
    Traces& traces_;
    std::vector<TracePoint> before_, after_;
};

}  // namespace

PictureLayers::PictureLayers(Viewport& viewport, LiveModel& live, RunController& run,
                             Selection& selection, Actions& actions, QUndoStack& history)
    : QObject(&viewport),
      viewport_(viewport),
      live_(live),
      run_(run),
      selection_(selection),
      actions_(actions),
      history_(history) {
    for (PictureLayer* layer : std::initializer_list<PictureLayer*>{
             &dimensions_, &limits_, &traces_, &vectors_, &gaps_, &scaleBar_})
        viewport.addLayer(layer);
    connectActions();
    connect(&run_, &RunController::runChanged, this, &PictureLayers::follow);
    connect(&run_.playback(), &Playback::figuresChanged, this, [this] {
        // A new recording takes over when memory is used up.
        if (followed_ && newest(followed_) != followed_) follow();
    });
    connect(&live_, &LiveModel::changed, this, [this](bool fresh) {
        follow();
        if (fresh) restoreTraces();
    });
    connect(&traces_, &Traces::changed, this, [this] {
        actions_.clearTraces->setEnabled(!traces_.points().empty());
        viewport_.update();
    });
    actions_.clearTraces->setEnabled(false);
}

void PictureLayers::connectActions() {
    connect(actions_.trace, &QAction::triggered, this, &PictureLayers::toggleTrace);
    connect(actions_.clearTraces, &QAction::triggered, this,
            [this] { setTraces(tr("Clear all traces"), {}); });
    const QSettings settings;
    const auto keep = [&](QAction* action, auto&& show) {
        const QString key = "scene/" + action->objectName();
        connect(action, &QAction::toggled, this, [this, show, key](bool on) {
            show(on);
            if (!restoring_) QSettings().setValue(key, on);
            viewport_.update();
        });
        action->setChecked(settings.value(key, false).toBool());
    };
    keep(actions_.showVelocities, [this](bool on) { vectors_.setShown(VectorKind::Velocity, on); });
    keep(actions_.showAccelerations,
         [this](bool on) { vectors_.setShown(VectorKind::Acceleration, on); });
    keep(actions_.showReactions, [this](bool on) { vectors_.setShown(VectorKind::Reaction, on); });
    keep(actions_.showDimensions, [this](bool on) { dimensions_.setShown(on); });
}

/// Paths are taken from the run only while it belongs to the displayed model.
void PictureLayers::follow() {
    const auto recording = live_.runIsCurrent() ? run_.session().recording() : nullptr;
    followed_ = recording;
    traces_.setRecording(recording);
    vectors_.setRecording(recording);
    viewport_.update();
}

std::vector<TracePoint> PictureLayers::pointsAt(QPointF place) const {
    const auto sight = viewport_.sight();
    if (!sight) return {};
    const render::Picked picked = viewport_.pickAt(place, false);
    const int body = picked.kind == render::Picked::Kind::Body ? picked.index : ground;
    Vector3d under = Vector3d::Zero();
    if (body != ground) under = viewport_.toWorld(place, sight->pose(body).r, sight->towardsViewer);
    return tracePointsAt(*sight, place, body, under);
}

std::optional<TracePoint> PictureLayers::pointOf(const Element& element) const {
    const Model& model = *live_.checked().model;
    const auto index = static_cast<std::size_t>(std::max(element.index, 0));
    std::optional<TracePoint> point;
    if (element.kind == Element::Kind::Joint && index < model.joints.size())
        point = TracePoint{TracePoint::Kind::Joint, model.joints[index].name};
    if (element.kind == Element::Kind::Body && index < model.bodies.size())
        point = TracePoint{TracePoint::Kind::Centre, model.bodies[index].name};
    return point;
}

void PictureLayers::toggleTrace() {
    const QPoint cursor = viewport_.mapFromGlobal(QCursor::pos());
    std::optional<TracePoint> point;
    if (viewport_.rect().contains(cursor))
        if (const auto points = pointsAt(cursor); !points.empty()) point = points.front();
    if (!point) point = pointOf(selection_.current());
    if (!point)
        return Q_EMIT said(
            tr("Point at a joint or a link, or select one, and press T to trace it"));
    if (!markerOf(*live_.checked().model, *point))
        return Q_EMIT said(
            tr("The %1 does not move; there is no path to trace").arg(textOf(*point)));
    trace(*point);
}

void PictureLayers::traceOnly(const TracePoint& point) {
    setTraces(tr("Trace %1").arg(textOf(point)), {point});
}

void PictureLayers::trace(const TracePoint& point) {
    std::vector<TracePoint> points = traces_.points();
    if (std::erase(points, point) == 0) points.push_back(point);
    setTraces(tr("Trace %1").arg(textOf(point)), points);
}

/// One step of the history, because traces are part of the model file.
void PictureLayers::setTraces(const QString& name, const std::vector<TracePoint>& points) {
    history_.push(new TraceStep(name, traces_, points));
}

void PictureLayers::restoreTraces() {
    std::vector<TracePoint> points;
    const QJsonObject view = run_.hasRun() ? viewIn(run_.file()) : QJsonObject();
    restoring_ = true;
    if (view.contains("show"))
        for (const auto& [name, action] : layers())
            action->setChecked(view["show"].toArray().contains(name));
    restoring_ = false;
    for (const QJsonValue& stored : view["traces"].toArray())
        if (const auto point = tracePointFrom(stored.toObject())) points.push_back(*point);
    traces_.set(points);
}

std::vector<std::pair<QString, QAction*>> PictureLayers::layers() const {
    return {{"velocities", actions_.showVelocities},
            {"accelerations", actions_.showAccelerations},
            {"reactions", actions_.showReactions},
            {"dimensions", actions_.showDimensions}};
}

void PictureLayers::addTo(QJsonObject& view) const {
    QJsonArray traces, shown;
    for (const TracePoint& point : traces_.points()) traces << toJson(point);
    for (const auto& [name, action] : layers())
        if (action->isChecked()) shown << name;
    if (!traces.isEmpty()) view["traces"] = traces;
    if (!shown.isEmpty()) view["show"] = shown;
}

}  // namespace momentree::app

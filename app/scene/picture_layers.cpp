// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/picture_layers.hpp"

#include <QCryptographicHash>
#include <QCursor>
#include <QMenu>
#include <QSettings>

#include "app/commands/actions.hpp"
#include "app/document/selection.hpp"
#include "app/runs/live_model.hpp"
#include "app/runs/run_controller.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {

PictureLayers::PictureLayers(Viewport& viewport, LiveModel& live, RunController& run,
                             Selection& selection, Actions& actions)
    : QObject(&viewport),
      viewport_(viewport),
      live_(live),
      run_(run),
      selection_(selection),
      actions_(actions) {
    for (PictureLayer* layer :
         std::initializer_list<PictureLayer*>{&dimensions_, &traces_, &vectors_, &gaps_})
        viewport.addLayer(layer);
    connectActions();
    connect(&viewport_, &Viewport::contextWanted, this, &PictureLayers::showMenu);
    connect(&run_, &RunController::runChanged, this, &PictureLayers::follow);
    connect(&run_, &RunController::figuresChanged, this, [this] {
        // A new recording takes over when memory is used up.
        if (followed_ && newest(followed_) != followed_) follow();
    });
    connect(&live_, &LiveModel::changed, this, [this](bool fresh) {
        follow();
        if (fresh) restoreTraces();
    });
    connect(&traces_, &Traces::changed, this, [this] {
        actions_.clearTraces->setEnabled(!traces_.points().empty());
        storeTraces();
        viewport_.update();
    });
    actions_.clearTraces->setEnabled(false);
}

void PictureLayers::connectActions() {
    connect(actions_.trace, &QAction::triggered, this, &PictureLayers::toggleTrace);
    connect(actions_.clearTraces, &QAction::triggered, this, [this] { traces_.set({}); });
    const QSettings settings;
    const auto keep = [&](QAction* action, auto&& show) {
        const QString key = "scene/" + action->objectName();
        connect(action, &QAction::toggled, this, [this, show, key](bool on) {
            show(on);
            QSettings().setValue(key, on);
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

std::optional<TracePoint> PictureLayers::selectedPoint() const {
    const Element element = selection_.current();
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
    if (!point) point = selectedPoint();
    if (!point)
        return Q_EMIT said(
            tr("Point at a joint or a link, or select one, and press T to trace it"));
    if (!markerOf(*live_.checked().model, *point))
        return Q_EMIT said(
            tr("The %1 does not move; there is no path to trace").arg(textOf(*point)));
    traces_.toggle(*point);
}

void PictureLayers::showMenu(const QPoint& global) {
    QMenu menu(&viewport_);
    menu.setObjectName("pictureMenu");
    const QPointF place = viewport_.mapFromGlobal(global);
    for (const TracePoint& point : pointsAt(place)) {
        QAction* action = menu.addAction(tr("Trace %1").arg(textOf(point)));
        action->setCheckable(true);
        action->setChecked(traces_.contains(point));
        connect(action, &QAction::triggered, this, [this, point] { traces_.toggle(point); });
    }
    menu.addAction(actions_.clearTraces);
    menu.addSeparator();
    menu.addActions({actions_.showVelocities, actions_.showAccelerations, actions_.showReactions,
                     actions_.showDimensions, actions_.showLabels});
    menu.addSeparator();
    menu.addAction(actions_.fit);
    Q_EMIT menuOpened(&menu, place);
    menu.exec(global);
}

/// Traces are not part of the model file: the window stores them by file name.
QString PictureLayers::stateKey() const {
    const QString file = run_.hasRun() ? run_.file() : QString();
    if (file.isEmpty()) return {};
    const QByteArray hash = QCryptographicHash::hash(file.toUtf8(), QCryptographicHash::Sha1);
    return "traces/" + QString::fromLatin1(hash.toHex());
}

void PictureLayers::restoreTraces() {
    std::vector<TracePoint> points;
    const QString key = stateKey();
    if (!key.isEmpty())
        for (const QVariant& stored : QSettings().value(key).toList())
            if (const auto point = tracePointFrom(stored)) points.push_back(*point);
    traces_.set(points);
}

void PictureLayers::storeTraces() const {
    const QString key = stateKey();
    if (key.isEmpty()) return;
    QVariantList list;
    for (const TracePoint& point : traces_.points()) list << toVariant(point);
    list.isEmpty() ? QSettings().remove(key) : QSettings().setValue(key, list);
}

}  // namespace momentree::app

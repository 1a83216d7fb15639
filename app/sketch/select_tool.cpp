// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/select_tool.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/display_unit.hpp"
#include "app/base/theme/theme.hpp"
#include "app/document/check_steps.hpp"
#include "app/document/edits/references.hpp"
#include "app/sketch/load_places.hpp"
#include "app/sketch/paint.hpp"
#include "core/model/plate_outline.hpp"

namespace momentree::app {
namespace {

constexpr double dragged = 4.0;    ///< [pixels] that distinguish a drag from a click
constexpr double meeting = 14.0;   ///< [pixels] within which ends look joined
constexpr double standing = 1e-7;  ///< smaller changes of a pose count as none [m, 1]

bool differ(const std::vector<BodyState>& a, const std::vector<BodyState>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if ((a[i].r - b[i].r).norm() > standing ||
            1.0 - std::abs(a[i].e.dot(b[i].e)) > standing * standing)
            return true;
    return false;
}

/// Whether no body can move.
bool isHeld(const CheckedModel& seen) {
    return seen.assembled && seen.report.degreesOfFreedom == 0;
}

/// Moves a link unchanged; links that are not `carried` are stretched.
/// @return what cannot be moved, or empty
std::string carry(Drawing drawing, const std::set<std::string>& carried, const std::string& name,
                  const Vector3d& delta) {
    std::string why;
    const BodyDescription body = *findBody(drawing.description, name);
    const Frame frame = drawing.pose(name);
    for (const MarkerDescription& marker : body.markers) {
        auto others = hingedWith(drawing.description, {name, marker.name, 0});
        std::erase_if(others, [&](const auto& other) { return carried.contains(other.body); });
        why += reshape(drawing, others, frame.r + frame.R * valueOf(marker.position) + delta);
    }
    for (BodyStart& start : drawing.description.bodyStarts)
        if (start.body == name && start.position)
            for (std::size_t k = 0; k < 3; ++k)
                (*start.position)[k] =
                    (*start.position)[k].value + delta[static_cast<Eigen::Index>(k)];
    return why;
}

/// The link of one of the markers whose outline crosses itself; empty if there is none.
std::string crossedBy(const ModelDescription& model, const std::vector<MarkerReference>& markers) {
    for (const MarkerReference& marker : markers)
        if (const BodyDescription* body = findBody(model, marker.body);
            body && crossesItself(*body))
            return body->name;
    return {};
}

}  // namespace

SelectTool::SelectTool(const DragMode& mode, Viewport& viewport, const DrawingPlane& plane,
                       const Snapping& snapping, Edits& edits, Selection& selection)
    : mode_(mode),
      viewport_(viewport),
      plane_(plane),
      snapping_(snapping),
      edits_(edits),
      selection_(selection),
      gesture_(edits) {}

bool SelectTool::press(QPointF at, Qt::KeyboardModifiers keys) {
    held_ = viewport_.pickAt(at);
    pressedAt_ = now_ = at;
    moving_ = false;
    const Element element = elementOf(held_);
    if (element.kind == Element::Kind::None && (!plane_.flat() || keys.testFlag(Qt::AltModifier)))
        return false;
    pressed_ = true;
    if (element.kind == Element::Kind::None) return true;
    if (keys.testFlag(Qt::ShiftModifier) || keys.testFlag(Qt::ControlModifier))
        selection_.toggle(element);
    else if (!selection_.contains(element))
        selection_.set(element);
    return true;
}

Vector3d SelectTool::cursorOn(QPointF at) const { return viewport_.toWorld(at, grabbed_, facing_); }

void SelectTool::begin() {
    moving_ = true;
    moved_ = false;
    // Dragging at an instant of a run begins with its pose.
    const std::vector<BodyState> pose = mode_ == DragMode::Move ? shownPose() : edits_.seen().start;
    gesture_.begin();
    put(pose);
    gesture_.rebase();
    const bool inPlane = plane_.flat() || mode_ == DragMode::Reshape;
    facing_ = inPlane ? plane_.get().normal() : viewport_.scene().towardsViewer();
    grab();
    dragPlane_ = plane_.get();
    dragPlane_.offset += dragPlane_.height(grabbed_);
}

std::vector<BodyState> SelectTool::shownPose() const {
    const CheckedModel& seen = edits_.seen();
    const auto sight = viewport_.sight();
    std::vector<BodyState> shown = seen.start;
    const bool same = sight && seen.assembled && &sight->model == seen.model.get();
    for (std::size_t i = 0; same && i < shown.size(); ++i) {
        const Frame frame = sight->pose(static_cast<int>(i));
        shown[i].r = frame.r;
        shown[i].e = quaternionOf<double>(frame.R);
    }
    return shown;
}

Frame SelectTool::seenPose(int body) const {
    const BodyState& state = gesture_.seen().start[static_cast<std::size_t>(body)];
    return {rotationOf<double>(state.e), state.r};
}

/// Determines the grabbed element, point and body.
void SelectTool::grab() {
    marker_.reset();
    if (held_.kind == render::Picked::Kind::Joint) {
        const JointElement& joint =
            gesture_.seen().model->joints[static_cast<std::size_t>(held_.index)];
        const Marker& marker = joint.B.body == ground ? joint.A : joint.B;
        marker_ = gesture_.base().joints[static_cast<std::size_t>(held_.index)].b;
        pull_.body = marker.body;
        pull_.point = marker.frame.r;
        const Frame frame = seenPose(marker.body);
        grabbed_ = frame.r + frame.R * pull_.point;
        return;
    }
    const Frame frame = seenPose(held_.index);
    grabbed_ = frame.r;
    grabbed_ = cursorOn(pressedAt_);
    pull_.body = held_.index;
    pull_.point = frame.R.transpose() * (grabbed_ - frame.r);
    const std::vector<SketchPoint> points = sketchPoints(gesture_.seen());
    const int end = mode_ == DragMode::Reshape ? snapping_.nearest(pressedAt_, points) : -1;
    if (end < 0) return;
    marker_ = points[static_cast<std::size_t>(end)].on;
    grabbed_ = points[static_cast<std::size_t>(end)].at;
}

void SelectTool::move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) {
    now_ = at;
    if (!pressed || !pressed_) return;
    const bool far = std::hypot(at.x() - pressedAt_.x(), at.y() - pressedAt_.y()) > dragged;
    const bool moves =
        held_.kind == render::Picked::Kind::Body || held_.kind == render::Picked::Kind::Joint;
    if (!moves || (!moving_ && !far)) {
        viewport_.update();
        return;
    }
    if (!moving_ && !edits_.seen().built) return;
    if (!moving_ && mode_ == DragMode::Move && isHeld(edits_.seen())) {
        pressed_ = false;
        return tellWhyNothingMoved();
    }
    if (!moving_) begin();
    mode_ == DragMode::Move ? pull(at) : reshapeTo(at, keys);
    viewport_.update();
}

void SelectTool::pull(QPointF at) {
    const CheckedModel& seen = edits_.seen();
    if (!seen.assembled || pulling_) return;
    pull_.target = cursorOn(at);
    if (!closesSlowly(*seen.model)) return put(drag(*seen.model, seen.start, pull_));
    pulling_ = true;
    const auto job = [model = seen.model, start = seen.start, pull = pull_] {
        return drag(*model, start, pull);
    };
    const auto done = [this, &edits = edits_, alive = std::weak_ptr(alive_), model = seen.model,
                       id = gesture_.id()](const Result<std::vector<BodyState>>& moved) {
        if (alive.expired()) return Gesture(edits).end();  // the run still waits
        pulling_ = false;
        if (id == gesture_.id() && model == edits.seen().model) put(moved);
        if (!moving_) gesture_.end();
    };
    inBackground(&edits_, job, done);
}

/// The bodies stay where the pull has moved them.
void SelectTool::put(const Result<std::vector<BodyState>>& moved) {
    if (!moved || !differ(*moved, edits_.seen().start)) return;
    moved_ = true;
    gesture_.move(tr("Move the mechanism"), *moved);
}

void SelectTool::reshapeTo(QPointF at, Qt::KeyboardModifiers keys) {
    if (!edits_.canDraw()) return;
    if (!marker_) return carryBodies(cursorOn(at) - grabbed_);
    const auto markers = hingedWith(gesture_.base(), *marker_);
    std::vector<SketchPoint> others = sketchPoints(gesture_.seen());
    std::erase_if(others, [&](const auto& point) { return (point.at - grabbed_).norm() < 1e-6; });
    std::vector<SnapLine> lines = snapLines(gesture_.seen(), dragPlane_);
    const Point held = dragPlane_.of(grabbed_);
    std::erase_if(lines, [&](const SnapLine& line) {
        return (line.a - held).norm() < 1e-6 || (line.b - held).norm() < 1e-6;
    });
    snap_ = snapping_.snap(dragPlane_, at, others, lines, !keys.testFlag(Qt::AltModifier));
    const Vector3d to = snap_->point < 0 ? dragPlane_.at(snap_->at)
                                         : others[static_cast<std::size_t>(snap_->point)].at;
    ModelDescription next = gesture_.base();
    writeStart(next, *gesture_.seen().model, gesture_.seen().start);
    const std::string why = reshape({next, gesture_.seen()}, markers, to);
    if (!why.empty())
        return edits_.refuse(
            tr("Cannot move: %1. Change it under Element").arg(QString::fromStdString(why)));
    if (const std::string crossed = crossedBy(next, markers); !crossed.empty())
        return edits_.refuse(tr("It cannot move: the outline of %1 would cross itself")
                                 .arg(QString::fromStdString(crossed)));
    moved_ = true;
    gesture_.edit(tr("Reshape"), [&](ModelDescription& d) { d = std::move(next); });
}

/// Moves the link unchanged, with all selected links if it is one of them; links hinged to it are
/// stretched.
void SelectTool::carryBodies(const Vector3d& by) {
    std::set<std::string> carried;
    const Element held{Element::Kind::Body, held_.index};
    for (const Element& element :
         selection_.contains(held) ? selection_.elements() : std::vector<Element>{held})
        if (element.kind == Element::Kind::Body)
            carried.insert(
                gesture_.seen().model->bodies[static_cast<std::size_t>(element.index)].name);
    const double grid = snapGrid(viewport_.metresPerPixel());
    const Matrix3d& axes = dragPlane_.base.R;
    const Vector3d delta = grid * (axes.col(0) * std::round(axes.col(0).dot(by) / grid) +
                                   axes.col(1) * std::round(axes.col(1).dot(by) / grid));
    moved_ = true;
    std::string why;
    gesture_.edit(carried.size() == 1 ? tr("Move link") : tr("Move links"),
                  [&](ModelDescription& d) {
                      d = gesture_.base();
                      writeStart(d, *gesture_.seen().model, gesture_.seen().start);
                      for (const std::string& name : carried)
                          why += carry({d, gesture_.seen()}, carried, name, delta);
                  });
    if (!why.empty())
        edits_.refuse(tr("A neighbour cannot change: %1").arg(QString::fromStdString(why)));
}

void SelectTool::release(QPointF at, Qt::KeyboardModifiers keys) {
    now_ = at;
    pressed_ = false;
    if (moving_) {
        if (mode_ == DragMode::Reshape) merge();
        if (mode_ == DragMode::Move && !moved_ && !pulling_) tellWhyNothingMoved();
        if (mode_ == DragMode::Move && moved_) tellOfLooseEnds();
        moving_ = false;
        if (!pulling_) gesture_.end();
    } else if (held_.kind == render::Picked::Kind::Nothing) {
        if (QRectF(pressedAt_, now_).normalized().width() > dragged)
            selectFramed();
        else
            selection_.clear();
    } else if (!keys.testFlag(Qt::ShiftModifier) && !keys.testFlag(Qt::ControlModifier)) {
        selection_.set(elementOf(held_));
    }
    snap_.reset();
    viewport_.update();
}

/// Joins a dragged joint to a link on which it was dropped, in the same step.
void SelectTool::merge() {
    if (!marker_ || !snap_ || snap_->point < 0) return;
    const std::vector<SketchPoint> points = sketchPoints(gesture_.seen());
    std::vector<SketchPoint> others;
    for (const SketchPoint& point : points)
        if ((point.at - grabbed_).norm() > 1e-6) others.push_back(point);
    const MarkerReference onto = others[static_cast<std::size_t>(snap_->point)].on;
    const MarkerReference from = *marker_;
    const auto held = hingedWith(gesture_.base(), from);
    for (const MarkerReference& marker : held)
        if (marker.body == onto.body) return;
    const CheckedModel seen = edits_.seen();
    gesture_.edit(tr("Join"),
                  [&](ModelDescription& d) { edits_.drawingOf(d, seen).join(onto, from); });
}

/// An end moved onto that of another link looks as if it were joined to it.
void SelectTool::tellOfLooseEnds() {
    const CheckedModel& seen = edits_.seen();
    if (held_.kind != render::Picked::Kind::Body || !seen.built) return;
    const std::string& name = seen.model->bodies[static_cast<std::size_t>(held_.index)].name;
    const std::vector<SketchPoint> points = sketchPoints(seen);
    const auto near = [this](const SketchPoint& point) {
        const QPointF away = viewport_.toView(point.at) - now_;
        return std::hypot(away.x(), away.y()) < meeting;
    };
    for (const SketchPoint& own : points)
        for (const SketchPoint& other : points) {
            if (own.on.body != name || other.on.body == name || !near(own) || !near(other))
                continue;
            const auto held = hingedWith(edits_.description(), own.on);
            if (std::ranges::find(held, other.on.body, &MarkerReference::body) != held.end())
                continue;
            return edits_.refuse(
                tr("Join %1 and %2? Press R and click where they meet")
                    .arg(QString::fromStdString(name), QString::fromStdString(other.on.body)));
        }
}

void SelectTool::tellWhyNothingMoved() {
    const CheckedModel& seen = edits_.seen();
    if (!seen.assembled)
        return edits_.refuse(tr("It cannot follow until the joints close; see the status bar"));
    edits_.refuse(
        isHeld(seen)
            ? tr("Nothing can move: joints and prescribed motions hold every link. Delete "
                 "one of them, or press E and change lengths")
            : tr("It cannot move in this direction: joints or prescribed motions hold it"));
}

void SelectTool::selectFramed() {
    const QRectF frame = QRectF(pressedAt_, now_).normalized();
    const CheckedModel& seen = edits_.seen();
    std::vector<Element> found;
    for (std::size_t i = 0; i < seen.start.size(); ++i)
        if (frame.contains(viewport_.toView(seen.start[i].r)))
            found.push_back({Element::Kind::Body, static_cast<int>(i)});
    for (const SketchPoint& point : sketchPoints(seen))
        if (point.joint >= 0 && frame.contains(viewport_.toView(point.at)))
            found.push_back({Element::Kind::Joint, point.joint});
    for (const LoadPlace& load : loadPlaces(seen))
        if (std::ranges::all_of(load.points, [&](const Vector3d& p) {
                return frame.contains(viewport_.toView(p));
            }))
            found.push_back(load.element);
    selection_.set(std::move(found));
}

/// Ends a drag at its start.
bool SelectTool::cancel() {
    if (!pressed_) return false;
    pressed_ = false;
    if (moving_) {
        moving_ = false;
        if (moved_) gesture_.takeBack(tr("Move the mechanism"));
        gesture_.end();  // a result of the other thread is too late
    }
    snap_.reset();
    viewport_.update();
    return true;
}

void SelectTool::paint(QPainter& painter) {
    const ThemeColors& colors = themeColors(isDark());
    if (pressed_ && held_.kind == render::Picked::Kind::Nothing) {
        QColor fill = colors.accent;
        fill.setAlpha(40);
        painter.setPen(QPen(colors.accent, 1));
        painter.setBrush(fill);
        painter.drawRect(QRectF(pressedAt_, now_).normalized());
    }
    if (!moving_) return;
    if (mode_ == DragMode::Move) {
        QPen pen(colors.accent, 1.6);
        pen.setDashPattern({3, 3});
        painter.setPen(pen);
        const BodyState& body = edits_.seen().start[static_cast<std::size_t>(pull_.body)];
        const QPointF at = viewport_.toView(body.r + rotationOf<double>(body.e) * pull_.point);
        painter.drawLine(at, now_);
        painter.setBrush(colors.accent);
        painter.drawEllipse(at, 4, 4);
    } else if (snap_) {
        paintSnap(painter, viewport_, dragPlane_, *snap_);
        paintLabel(painter, now_,
                   withReason(QStringLiteral("x %1   y %2")
                                  .arg(lengthText(snap_->at.x()), lengthText(snap_->at.y())),
                              *snap_));
    }
}

QString SelectTool::hint() const {
    return mode_ == DragMode::Move
               ? tr("Drag a link or a joint to move the mechanism · E: reshape")
               : tr("Drag a joint or an end to change lengths · W: move the mechanism");
}

}  // namespace momentree::app

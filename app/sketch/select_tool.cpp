// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <set>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/display_unit.hpp"
#include "app/base/theme.hpp"
#include "app/document/check_steps.hpp"
#include "app/document/edits/references.hpp"
#include "app/sketch/load_places.hpp"
#include "app/sketch/paint.hpp"
#include "app/sketch/tool.hpp"
#include "core/kinematics/drag.hpp"
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

/// Selects by click or frame, and drags elements.
class SelectTool final : public Tool {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::SelectTool)
public:
    SelectTool(Sketcher& sketcher, DragMode& mode) : Tool(sketcher), mode_(mode) {}

    bool press(QPointF at, Qt::KeyboardModifiers keys) override;
    void move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) override;
    void release(QPointF at, Qt::KeyboardModifiers keys) override;
    bool cancel() override;
    void paint(QPainter& painter) override;
    QString hint() const override;

private:
    void begin();
    void startFromShown();
    void grab();
    Frame seenPose(int body) const;
    void pull(QPointF at);
    void put(const Result<std::vector<BodyState>>& moved);
    void reshapeTo(QPointF at, Qt::KeyboardModifiers keys);
    void carryBodies(const Vector3d& by);
    void tellWhyNothingMoved();
    void tellOfLooseEnds();
    void merge();
    void selectFramed();
    Vector3d cursorOn(QPointF at) const;

    DragMode& mode_;
    render::Picked held_;
    QPointF pressedAt_, now_;
    bool pressed_ = false, moving_ = false;
    bool moved_ = false;  ///< by this gesture
    int gesture_ = 0;
    bool pulling_ = false;  ///< on another thread
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
    ModelDocument::Description before_;      ///< before the gesture
    ModelDocument::Description base_;        ///< of the gesture: the shown pose is its start
    std::optional<MarkerReference> marker_;  ///< the marker being reshaped
    CheckedModel baseSeen_;
    Pull pull_;
    Vector3d grabbed_ = Vector3d::Zero();  ///< world, at the start of the drag
    Vector3d facing_ = Vector3d::UnitZ();
    WorkPlane plane_;  ///< through the grabbed point
    std::optional<Snap> snap_;
};

bool SelectTool::press(QPointF at, Qt::KeyboardModifiers keys) {
    held_ = s_.viewport.pickAt(at);
    pressedAt_ = now_ = at;
    moving_ = false;
    const Element element = elementOf(held_);
    if (element.kind == Element::Kind::None && (!s_.flat() || keys.testFlag(Qt::AltModifier)))
        return false;
    pressed_ = true;
    if (element.kind == Element::Kind::None) return true;
    if (keys.testFlag(Qt::ShiftModifier) || keys.testFlag(Qt::ControlModifier))
        s_.selection.toggle(element);
    else if (!s_.selection.contains(element))
        s_.selection.set(element);
    return true;
}

Vector3d SelectTool::cursorOn(QPointF at) const {
    return s_.viewport.toWorld(at, grabbed_, facing_);
}

void SelectTool::begin() {
    moving_ = true;
    moved_ = false;
    gesture_ = s_.document.newGesture();
    before_ = s_.document.shared();
    s_.live.hold(true);
    mode_ == DragMode::Move ? startFromShown() : s_.begin();
    base_ = s_.document.shared();
    baseSeen_ = s_.live.checked();
    const bool inPlane = s_.flat() || mode_ == DragMode::Reshape;
    facing_ = inPlane ? s_.plane().normal() : s_.viewport.scene().towardsViewer();
    grab();
    plane_ = s_.plane();
    plane_.offset += plane_.height(grabbed_);
}

/// Dragging at an instant of a run begins with its pose.
void SelectTool::startFromShown() {
    const CheckedModel& seen = s_.live.checked();
    const auto sight = s_.viewport.sight();
    std::vector<BodyState> shown = seen.start;
    const bool same = sight && seen.assembled && &sight->model == seen.model.get();
    for (std::size_t i = 0; same && i < shown.size(); ++i) {
        const Frame frame = sight->pose(static_cast<int>(i));
        shown[i].r = frame.r;
        shown[i].e = quaternionOf<double>(frame.R);
    }
    const bool elsewhere = differ(shown, seen.start);
    s_.begin();
    if (elsewhere) put(shown);
}

Frame SelectTool::seenPose(int body) const {
    const BodyState& state = baseSeen_.start[static_cast<std::size_t>(body)];
    return {rotationOf<double>(state.e), state.r};
}

/// Determines the grabbed element, point and body.
void SelectTool::grab() {
    marker_.reset();
    if (held_.kind == render::Picked::Kind::Joint) {
        const JointElement& joint = baseSeen_.model->joints[static_cast<std::size_t>(held_.index)];
        const Marker& marker = joint.B.body == ground ? joint.A : joint.B;
        marker_ = base_->joints[static_cast<std::size_t>(held_.index)].b;
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
    const std::vector<SketchPoint> points = sketchPoints(baseSeen_);
    const int end = mode_ == DragMode::Reshape ? s_.pointUnder(pressedAt_, points) : -1;
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
        s_.viewport.update();
        return;
    }
    if (!moving_ && !s_.live.checked().built) return;
    if (!moving_ && mode_ == DragMode::Move && isHeld(s_.live.checked())) {
        pressed_ = false;
        return tellWhyNothingMoved();
    }
    if (!moving_) begin();
    mode_ == DragMode::Move ? pull(at) : reshapeTo(at, keys);
    s_.viewport.update();
}

void SelectTool::pull(QPointF at) {
    const CheckedModel& seen = s_.live.checked();
    if (!seen.assembled || pulling_) return;
    pull_.target = cursorOn(at);
    if (!closesSlowly(*seen.model)) return put(drag(*seen.model, seen.start, pull_));
    pulling_ = true;
    const auto job = [model = seen.model, start = seen.start, pull = pull_] {
        return drag(*model, start, pull);
    };
    const auto done = [this, &live = s_.live, alive = std::weak_ptr(alive_), model = seen.model,
                       gesture = gesture_](const Result<std::vector<BodyState>>& moved) {
        if (alive.expired()) return live.hold(false);
        pulling_ = false;
        if (gesture == gesture_ && model == live.checked().model) put(moved);
        if (!moving_) live.hold(false);
    };
    inBackground(&s_, job, done);
}

/// The bodies stay where the pull has moved them.
void SelectTool::put(const Result<std::vector<BodyState>>& moved) {
    if (!moved || !differ(*moved, s_.live.checked().start)) return;
    moved_ = true;
    const auto done = s_.live.move(tr("Move the mechanism"), *moved, gesture_);
    if (!done) s_.refuse(messageText(done.error().front().message));
}

/// The link of one of the markers whose outline crosses itself; empty if there is none.
std::string crossedBy(const ModelDescription& model, const std::vector<MarkerReference>& markers) {
    for (const MarkerReference& marker : markers)
        if (const BodyDescription* body = findBody(model, marker.body);
            body && crossesItself(*body))
            return body->name;
    return {};
}

void SelectTool::reshapeTo(QPointF at, Qt::KeyboardModifiers keys) {
    if (!s_.canDraw()) return;
    if (!marker_) return carryBodies(cursorOn(at) - grabbed_);
    const auto markers = hingedWith(*base_, *marker_);
    std::vector<SketchPoint> others = sketchPoints(baseSeen_);
    std::erase_if(others, [&](const auto& point) { return (point.at - grabbed_).norm() < 1e-6; });
    std::vector<SnapLine> lines = snapLines(baseSeen_, plane_);
    const Point held = plane_.of(grabbed_);
    std::erase_if(lines, [&](const SnapLine& line) {
        return (line.a - held).norm() < 1e-6 || (line.b - held).norm() < 1e-6;
    });
    snap_ = s_.snapTo(plane_, at, others, lines, !keys.testFlag(Qt::AltModifier));
    const Vector3d to =
        snap_->point < 0 ? plane_.at(snap_->at) : others[static_cast<std::size_t>(snap_->point)].at;
    ModelDescription next = *base_;
    writeStart(next, *baseSeen_.model, baseSeen_.start);
    const std::string why = reshape({next, baseSeen_}, markers, to);
    if (!why.empty())
        return s_.refuse(tr("It cannot move: %1. Change this in the panel Properties")
                             .arg(QString::fromStdString(why)));
    if (const std::string crossed = crossedBy(next, markers); !crossed.empty())
        return s_.refuse(tr("It cannot move: the outline of %1 would cross itself")
                             .arg(QString::fromStdString(crossed)));
    moved_ = true;
    const auto done = s_.document.edit(
        tr("Reshape"), [&](ModelDescription& d) { d = std::move(next); }, gesture_);
    if (!done) s_.refuse(messageText(done.error().front().message));
}

/// Moves the link unchanged, with all selected links if it is one of them; links hinged to it are
/// stretched.
void SelectTool::carryBodies(const Vector3d& by) {
    std::set<std::string> carried;
    const Element held{Element::Kind::Body, held_.index};
    for (const Element& element :
         s_.selection.contains(held) ? s_.selection.elements() : std::vector<Element>{held})
        if (element.kind == Element::Kind::Body)
            carried.insert(baseSeen_.model->bodies[static_cast<std::size_t>(element.index)].name);
    const double grid = snapGrid(s_.viewport.metresPerPixel());
    const Matrix3d& axes = plane_.base.R;
    const Vector3d delta = grid * (axes.col(0) * std::round(axes.col(0).dot(by) / grid) +
                                   axes.col(1) * std::round(axes.col(1).dot(by) / grid));
    moved_ = true;
    std::string why;
    const auto done = s_.document.edit(
        carried.size() == 1 ? tr("Move link") : tr("Move links"),
        [&](ModelDescription& d) {
            d = *base_;
            writeStart(d, *baseSeen_.model, baseSeen_.start);
            for (const std::string& name : carried)
                why += carry({d, baseSeen_}, carried, name, delta);
        },
        gesture_);
    if (!why.empty())
        s_.refuse(tr("A neighbour cannot change: %1").arg(QString::fromStdString(why)));
    if (!done) s_.refuse(messageText(done.error().front().message));
}

void SelectTool::release(QPointF at, Qt::KeyboardModifiers keys) {
    now_ = at;
    pressed_ = false;
    if (moving_) {
        if (mode_ == DragMode::Reshape) merge();
        if (mode_ == DragMode::Move && !moved_ && !pulling_) tellWhyNothingMoved();
        if (mode_ == DragMode::Move && moved_) tellOfLooseEnds();
        moving_ = false;
        if (!pulling_) s_.live.hold(false);
    } else if (held_.kind == render::Picked::Kind::Nothing) {
        if (QRectF(pressedAt_, now_).normalized().width() > dragged)
            selectFramed();
        else
            s_.selection.clear();
    } else if (!keys.testFlag(Qt::ShiftModifier) && !keys.testFlag(Qt::ControlModifier)) {
        s_.selection.set(elementOf(held_));
    }
    snap_.reset();
    s_.viewport.update();
}

/// Joins a dragged joint to a link on which it was dropped, in the same step.
void SelectTool::merge() {
    if (!marker_ || !snap_ || snap_->point < 0) return;
    const std::vector<SketchPoint> points = sketchPoints(baseSeen_);
    std::vector<SketchPoint> others;
    for (const SketchPoint& point : points)
        if ((point.at - grabbed_).norm() > 1e-6) others.push_back(point);
    const MarkerReference onto = others[static_cast<std::size_t>(snap_->point)].on;
    const MarkerReference from = *marker_;
    const auto held = hingedWith(*base_, from);
    for (const MarkerReference& marker : held)
        if (marker.body == onto.body) return;
    const CheckedModel seen = s_.live.checked();
    const auto done = s_.document.edit(
        tr("Join"),
        [&](ModelDescription& d) {
            Drawing{d, seen, s_.plane().frame(), s_.jointType()}.join(onto, from);
        },
        gesture_);
    if (!done) s_.refuse(messageText(done.error().front().message));
}

/// An end moved onto that of another link looks as if it were joined to it.
void SelectTool::tellOfLooseEnds() {
    const CheckedModel& seen = s_.live.checked();
    if (held_.kind != render::Picked::Kind::Body || !seen.built) return;
    const std::string& name = seen.model->bodies[static_cast<std::size_t>(held_.index)].name;
    const std::vector<SketchPoint> points = sketchPoints(seen);
    const auto near = [this](const SketchPoint& point) {
        const QPointF away = s_.viewport.toView(point.at) - now_;
        return std::hypot(away.x(), away.y()) < meeting;
    };
    for (const SketchPoint& own : points)
        for (const SketchPoint& other : points) {
            if (own.on.body != name || other.on.body == name || !near(own) || !near(other))
                continue;
            const auto held = hingedWith(s_.document.description(), own.on);
            if (std::ranges::find(held, other.on.body, &MarkerReference::body) != held.end())
                continue;
            return s_.refuse(
                tr("%1 and %2 meet here but are not joined: press R and click there")
                    .arg(QString::fromStdString(name), QString::fromStdString(other.on.body)));
        }
}

void SelectTool::tellWhyNothingMoved() {
    const CheckedModel& seen = s_.live.checked();
    if (!seen.assembled)
        return s_.refuse(tr("It cannot follow until the joints close; see the status bar"));
    s_.refuse(isHeld(seen)
                  ? tr("Nothing can move: joints and prescribed motions hold every link. Delete "
                       "one of them, or press E and change lengths")
                  : tr("It cannot move in this direction: joints or prescribed motions hold it"));
}

void SelectTool::selectFramed() {
    const QRectF frame = QRectF(pressedAt_, now_).normalized();
    const CheckedModel& seen = s_.live.checked();
    std::vector<Element> found;
    for (std::size_t i = 0; i < seen.start.size(); ++i)
        if (frame.contains(s_.viewport.toView(seen.start[i].r)))
            found.push_back({Element::Kind::Body, static_cast<int>(i)});
    for (const SketchPoint& point : sketchPoints(seen))
        if (point.joint >= 0 && frame.contains(s_.viewport.toView(point.at)))
            found.push_back({Element::Kind::Joint, point.joint});
    for (const LoadPlace& load : loadPlaces(seen))
        if (std::ranges::all_of(load.points, [&](const Vector3d& p) {
                return frame.contains(s_.viewport.toView(p));
            }))
            found.push_back(load.element);
    s_.selection.set(std::move(found));
}

/// Ends a drag at its start.
bool SelectTool::cancel() {
    if (!pressed_) return false;
    pressed_ = false;
    if (moving_) {
        moving_ = false;
        if (moved_)
            static_cast<void>(s_.document.edit(
                tr("Move the mechanism"), [&](auto& d) { d = *before_; }, gesture_));
        gesture_ = 0;  // a result of the other thread is too late
        s_.live.hold(false);
    }
    snap_.reset();
    s_.viewport.update();
    return true;
}

void SelectTool::paint(QPainter& painter) {
    const ThemeColors& colors = themeColors(isDark());
    if (pressed_ && held_.kind == render::Picked::Kind::Nothing) {
        QColor fill = colors.selection;
        fill.setAlpha(40);
        painter.setPen(QPen(colors.selection, 1));
        painter.setBrush(fill);
        painter.drawRect(QRectF(pressedAt_, now_).normalized());
    }
    if (!moving_) return;
    if (mode_ == DragMode::Move) {
        QPen pen(colors.info, 1.6);
        pen.setDashPattern({3, 3});
        painter.setPen(pen);
        const BodyState& body = s_.live.checked().start[static_cast<std::size_t>(pull_.body)];
        const QPointF at = s_.viewport.toView(body.r + rotationOf<double>(body.e) * pull_.point);
        painter.drawLine(at, now_);
        painter.setBrush(colors.info);
        painter.drawEllipse(at, 4, 4);
    } else if (snap_) {
        paintSnap(painter, s_.viewport, plane_, *snap_);
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

}  // namespace

std::unique_ptr<Tool> makeSelectTool(Sketcher& sketcher, DragMode& mode) {
    return std::make_unique<SelectTool>(sketcher, mode);
}

}  // namespace momentree::app

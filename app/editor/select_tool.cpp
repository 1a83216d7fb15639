// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "app/document/check_steps.hpp"
#include "app/editing/references.hpp"
#include "app/editor/paint.hpp"
#include "app/editor/tool.hpp"
#include "app/messages/message_text.hpp"
#include "app/run/background.hpp"
#include "app/theme/theme.hpp"
#include "core/kinematics/drag.hpp"

namespace momentree::app {
namespace {

constexpr double dragged = 4.0;  ///< [pixels] between a click and a drag

/// Selecting by click or frame, and dragging what is there.
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
    void pull(QPointF at);
    void put(const Model& model, const Result<std::vector<BodyState>>& moved);
    void reshapeTo(QPointF at, Qt::KeyboardModifiers keys);
    void carryBody(const Vector3d& by);
    void merge();
    void selectFramed();
    Vector3d cursorOn(QPointF at) const;

    DragMode& mode_;
    render::Picked held_;
    QPointF pressedAt_, now_;
    bool pressed_ = false, moving_ = false;
    int gesture_ = 0;
    bool pulling_ = false;  ///< on another thread
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
    ModelDocument::Description base_;  ///< of the gesture
    CheckedModel baseSeen_;
    Pull pull_;
    Vector3d grabbed_ = Vector3d::Zero();  ///< world, at the start of the drag
    Vector3d facing_ = Vector3d::UnitZ();
    WorkPlane plane_;  ///< through what is grabbed
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

/// What is grabbed, where, and of which body.
void SelectTool::begin() {
    moving_ = true;
    s_.begin();
    s_.live.hold(true);
    gesture_ = s_.document.newGesture();
    base_ = s_.document.shared();
    baseSeen_ = s_.live.checked();
    const bool inPlane = s_.flat() || mode_ == DragMode::Reshape;
    facing_ = inPlane ? s_.plane().normal() : s_.viewport.scene().towardsViewer();
    const CheckedModel& seen = baseSeen_;
    const auto place = [&](int body) {
        const BodyState& state = seen.start[static_cast<std::size_t>(body)];
        return Frame{rotationOf<double>(state.e), state.r};
    };
    if (held_.kind == render::Picked::Kind::Joint) {
        const JointElement& joint = seen.model->joints[static_cast<std::size_t>(held_.index)];
        const Marker& marker = joint.B.body == ground ? joint.A : joint.B;
        pull_.body = marker.body;
        pull_.point = marker.frame.r;
        const Frame frame = place(marker.body);
        grabbed_ = frame.r + frame.R * pull_.point;
    } else {
        const Frame frame = place(held_.index);
        grabbed_ = frame.r;
        grabbed_ = cursorOn(pressedAt_);
        pull_.body = held_.index;
        pull_.point = frame.R.transpose() * (grabbed_ - frame.r);
    }
    plane_ = s_.plane();
    plane_.offset += plane_.height(grabbed_);
}

void SelectTool::move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) {
    now_ = at;
    if (!pressed || !pressed_) return;
    const bool far = std::hypot(at.x() - pressedAt_.x(), at.y() - pressedAt_.y()) > dragged;
    if (held_.kind == render::Picked::Kind::Nothing || (!moving_ && !far)) {
        s_.viewport.update();
        return;
    }
    if (!moving_ && !s_.live.checked().built) return;
    if (!moving_) begin();
    mode_ == DragMode::Move ? pull(at) : reshapeTo(at, keys);
    s_.viewport.update();
}

void SelectTool::pull(QPointF at) {
    const CheckedModel& seen = s_.live.checked();
    if (!seen.assembled || pulling_) return;
    pull_.target = cursorOn(at);
    if (!closesSlowly(*seen.model)) return put(*seen.model, drag(*seen.model, seen.start, pull_));
    pulling_ = true;
    const auto job = [model = seen.model, start = seen.start, pull = pull_] {
        return drag(*model, start, pull);
    };
    const auto done = [this, alive = std::weak_ptr(alive_), model = seen.model,
                       gesture = gesture_](const Result<std::vector<BodyState>>& moved) {
        if (alive.expired()) return;
        pulling_ = false;
        if (gesture == gesture_ && model == s_.live.checked().model) put(*model, moved);
    };
    inBackground(&s_, job, done);
}

/// Where the pull has brought the bodies is where they start.
void SelectTool::put(const Model& model, const Result<std::vector<BodyState>>& moved) {
    if (!moved) return;
    const auto done = s_.document.edit(
        tr("Move the mechanism"), [&](ModelDescription& d) { writeStart(d, model, *moved); },
        gesture_);
    if (!done) s_.refuse(translated(done.error().front().text));
}

void SelectTool::reshapeTo(QPointF at, Qt::KeyboardModifiers keys) {
    if (!s_.canDraw()) return;
    if (held_.kind == render::Picked::Kind::Body) return carryBody(cursorOn(at) - grabbed_);
    const JointDescription& joint = base_->joints[static_cast<std::size_t>(held_.index)];
    const auto markers = hingedWith(*base_, joint.b);
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
    std::string why;
    const auto done = s_.document.edit(
        tr("Reshape"),
        [&](ModelDescription& d) {
            d = *base_;
            writeStart(d, *baseSeen_.model, baseSeen_.start);
            why = reshape({d, baseSeen_}, markers, to);
        },
        gesture_);
    if (!why.empty())
        s_.refuse(tr("It stays where it is: %1. Change that in the Properties panel")
                      .arg(QString::fromStdString(why)));
    if (!done) s_.refuse(translated(done.error().front().text));
}

/// A link moves as it is; the links hinged to it stretch.
void SelectTool::carryBody(const Vector3d& by) {
    const std::string& name = baseSeen_.model->bodies[static_cast<std::size_t>(held_.index)].name;
    const double grid = snapGrid(s_.viewport.metresPerPixel());
    const Matrix3d& axes = plane_.base.R;
    const Vector3d delta = grid * (axes.col(0) * std::round(axes.col(0).dot(by) / grid) +
                                   axes.col(1) * std::round(axes.col(1).dot(by) / grid));
    std::string why;
    const auto done = s_.document.edit(
        tr("Move link"),
        [&](ModelDescription& d) {
            d = *base_;
            writeStart(d, *baseSeen_.model, baseSeen_.start);
            Drawing drawing{d, baseSeen_};
            const BodyDescription body = *findBody(d, name);
            const Frame frame = drawing.pose(name);
            for (const MarkerDescription& marker : body.markers) {
                auto others = hingedWith(*base_, {name, marker.name, 0});
                std::erase_if(others, [&](const auto& other) { return other.body == name; });
                const Vector3d local(marker.position[0].value, marker.position[1].value,
                                     marker.position[2].value);
                why += reshape(drawing, others, frame.r + frame.R * local + delta);
            }
            for (BodyStart& start : d.bodyStarts)
                if (start.body == name && start.position)
                    for (std::size_t k = 0; k < 3; ++k)
                        (*start.position)[k] =
                            (*start.position)[k].value + delta[static_cast<Eigen::Index>(k)];
        },
        gesture_);
    if (!why.empty())
        s_.refuse(tr("A neighbour stays as it is: %1").arg(QString::fromStdString(why)));
    if (!done) s_.refuse(translated(done.error().front().text));
}

void SelectTool::release(QPointF at, Qt::KeyboardModifiers keys) {
    now_ = at;
    pressed_ = false;
    if (moving_) {
        if (mode_ == DragMode::Reshape) merge();
        moving_ = false;
        s_.live.hold(false);
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

/// A joint dropped on a point of another link is hinged to it, as part of the same step.
void SelectTool::merge() {
    if (held_.kind != render::Picked::Kind::Joint || !snap_ || snap_->point < 0) return;
    const std::vector<SketchPoint> points = sketchPoints(baseSeen_);
    std::vector<SketchPoint> others;
    for (const SketchPoint& point : points)
        if ((point.at - grabbed_).norm() > 1e-6) others.push_back(point);
    const MarkerReference onto = others[static_cast<std::size_t>(snap_->point)].on;
    const MarkerReference from = base_->joints[static_cast<std::size_t>(held_.index)].b;
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
    if (!done) s_.refuse(translated(done.error().front().text));
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
    s_.selection.set(std::move(found));
}

/// Ends a drag where it began.
bool SelectTool::cancel() {
    if (!pressed_) return false;
    pressed_ = false;
    if (moving_) {
        moving_ = false;
        const auto base = base_;
        static_cast<void>(s_.document.edit(
            tr("Move the mechanism"), [&](auto& d) { d = *base; }, gesture_));
        gesture_ = 0;  // what another thread still pulls comes too late
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
               ? tr("Drag a link or a joint: the mechanism follows · Tab: reshape instead")
               : tr("Drag a joint: lengths change · Tab: move the mechanism instead");
}

}  // namespace

std::unique_ptr<Tool> makeSelectTool(Sketcher& sketcher, DragMode& mode) {
    return std::make_unique<SelectTool>(sketcher, mode);
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/load_grip.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/base/display_unit.hpp"
#include "app/base/theme/theme.hpp"
#include "app/document/edits/joints.hpp"
#include "app/sketch/paint.hpp"

namespace momentree::app {
namespace {

constexpr double loadReach = 10.0, loadDragged = 4.0;                          ///< [pixels]
constexpr double loadAngleStep = std::numbers::pi / 12.0, loadCatches = 0.04;  ///< [rad]

double pixels(QPointF d) { return std::hypot(d.x(), d.y()); }

template <typename List>
auto* named(const List& list, const std::string& name) {
    const auto found = std::ranges::find(list, name, &List::value_type::name);
    return found == list.end() ? nullptr : &*found;
}

/// Snapped to steps of 15 degrees in the plane if close to one.
Vector3d caught(const Vector3d& way, const WorkPlane& plane) {
    const Matrix3d& axes = plane.base.R;
    const double x = axes.col(0).dot(way), y = axes.col(1).dot(way);
    const double angle = std::atan2(y, x), nice = loadAngleStep * std::round(angle / loadAngleStep);
    if (std::abs(angle - nice) > loadCatches || std::abs(axes.col(2).dot(way)) > 1e-9 * way.norm())
        return way;
    return way.norm() * (std::cos(nice) * axes.col(0) + std::sin(nice) * axes.col(1));
}

/// Whether the law is a plain number, which dragging may change.
bool isPlain(const LawDescription& law) {
    return law.kind == "constant" && law.offset.text.empty() && law.rate.value == 0.0;
}

}  // namespace

double roundedForce(double newtons) {
    if (!(newtons > 0.0)) return 0.0;
    const double step = std::pow(10.0, std::floor(std::log10(newtons)) - 1.0);
    return roundedTo(std::round(newtons / step) * step, 9);
}

QString forceText(double newtons, const Vector3d& direction, const WorkPlane& plane) {
    const Matrix3d& axes = plane.base.R;
    const double angle = std::atan2(axes.col(1).dot(direction), axes.col(0).dot(direction));
    return QCoreApplication::translate("momentree::app::LoadGrip", "%1 N at %2")
        .arg(QString::number(newtons, 'g', 4), angleText(angle));
}

int LoadGrip::chosen() const {
    const Element element = selection_.current();
    return element.kind == Element::Kind::Force && selection_.elements().size() == 1 ? element.index
                                                                                     : -1;
}

std::vector<LoadGrip::Knob> LoadGrip::knobs(int force) const {
    const CheckedModel& seen = edits_.seen();
    const auto& forces = seen.model->description.forces;
    if (force < 0 || static_cast<std::size_t>(force) >= forces.size() || !seen.built) return {};
    const std::string& name = forces[static_cast<std::size_t>(force)].name;
    if (const SpringDamper* spring = named(seen.model->springs, name)) {
        const Vector3d a = placeOf(seen, spring->A), b = placeOf(seen, spring->B);
        return {{a, b, false, true}, {b, a, false, false}};
    }
    const AppliedLoad* load = named(seen.model->appliedLoads, name);
    if (!load || load->torque) return {};
    Vector3d along = load->direction;
    if (load->bodyAxes) {
        const BodyState& body = seen.start[static_cast<std::size_t>(load->at.body)];
        along = rotationOf<double>(body.e) * along;
    }
    const Vector3d foot = placeOf(seen, load->at);
    const double arrow = load->law.at(0.0).f * viewport_.scene().metresPerNewton();
    if (std::abs(arrow) < loadReach * viewport_.metresPerPixel()) return {};
    return {{foot + arrow * along, foot, true, false}};
}

bool LoadGrip::press(QPointF at) {
    int force = chosen();
    if (const render::Picked under = viewport_.pickAt(at);
        force < 0 && under.kind == render::Picked::Kind::Force)
        force = under.index;
    for (const Knob& knob : knobs(force)) {
        if (pixels(viewport_.toView(knob.at) - at) > loadReach) continue;
        selection_.set({Element::Kind::Force, force});
        held_ = true;
        force_ = force;
        knob_ = knob;
        pressedAt_ = at;
        metresPerNewton_ = viewport_.scene().metresPerNewton();
        return true;
    }
    return false;
}

void LoadGrip::move(QPointF at, Qt::KeyboardModifiers keys) {
    if (!held_ || (!gesture_.active() && pixels(at - pressedAt_) < loadDragged)) return;
    if (!gesture_.active()) gesture_.begin();
    knob_.head ? turn(at, keys) : static_cast<void>(target_ = snapping_.target(at, keys));
    viewport_.update();
}

/// The head follows the cursor, which sets the direction and, for a plain number, the magnitude.
void LoadGrip::turn(QPointF at, Qt::KeyboardModifiers keys) {
    const Vector3d facing =
        plane_.flat() ? plane_.get().normal() : viewport_.scene().towardsViewer();
    Vector3d way = viewport_.toWorld(at, knob_.other, facing) - knob_.other;
    if (!keys.testFlag(Qt::AltModifier)) way = caught(way, plane_.get());
    const double size = roundedForce(way.norm() / metresPerNewton_);
    if (size == 0.0) return;
    const ModelDescription& base = gesture_.base();
    const CheckedModel& seen = gesture_.seen();
    gesture_.edit(tr("Drag %1").arg(
                      QString::fromStdString(base.forces[static_cast<std::size_t>(force_)].name)),
                  [&](ModelDescription& d) {
                      d = base;
                      auto& force = std::get<AppliedForceDescription>(
                          d.forces[static_cast<std::size_t>(force_)].law);
                      Vector3d along = way.normalized();
                      if (isPlain(force.law)) {
                          force.law.offset = size;
                      } else if (const AppliedLoad* load =
                                     named(seen.model->appliedLoads,
                                           d.forces[static_cast<std::size_t>(force_)].name);
                                 load && load->law.at(0.0).f < 0.0) {
                          along = -along;
                      }
                      const Drawing drawing{d, seen};
                      if (force.bodyAxes) along = drawing.pose(force.at.body).R.transpose() * along;
                      force.direction = scalarsOf(along, finePlaces);
                  });
}

/// Attaches the end of a spring to the element on which it was dropped.
void LoadGrip::hangUp() {
    if (!target_) return;
    const DrawnPoint point = target_->point;
    target_.reset();
    const auto spring = std::get<SpringDamperDescription>(
        gesture_.base().forces[static_cast<std::size_t>(force_)].law);
    const std::string body = point.free() ? "ground" : point.on.body;
    if (body == (knob_.first ? spring.b : spring.a).body)
        return edits_.refuse(tr("A spring or damper joins two links, or a link and ground, but its "
                                "other end is also on %1")
                                 .arg(QString::fromStdString(body)));
    if ((point.at - knob_.other).norm() < 1e-4)
        return edits_.refuse(tr("Both ends would be at the same point"));
    edits_.draw(tr("Drag the end of %1")
                    .arg(QString::fromStdString(
                        gesture_.base().forces[static_cast<std::size_t>(force_)].name)),
                [&](Drawing& d) {
                    const MarkerReference marker = d.markerAt(point);
                    auto& law = std::get<SpringDamperDescription>(
                        d.description.forces[static_cast<std::size_t>(force_)].law);
                    (knob_.first ? law.a : law.b) = marker;
                });
}

void LoadGrip::release() {
    if (!held_) return;
    held_ = false;
    if (!gesture_.active()) return;
    gesture_.end();
    hangUp();
}

bool LoadGrip::cancel() {
    if (!held_) return false;
    held_ = false;
    target_.reset();
    if (!gesture_.active()) return true;
    if (knob_.head) gesture_.takeBack(tr("Drag"));
    gesture_.end();
    return true;
}

void LoadGrip::paint(QPainter& painter) const {
    const int force = held_ ? force_ : chosen();
    const QColor color = themeColors(isDark()).accent;
    for (const Knob& knob : knobs(force)) {
        painter.setPen(QPen(color, 2.0));
        painter.setBrush(held_ ? color : QGuiApplication::palette().color(QPalette::Base));
        painter.drawEllipse(viewport_.toView(knob.at), 5, 5);
        if (!gesture_.active() || !knob.head) continue;
        const double size = (knob.at - knob.other).norm() / viewport_.scene().metresPerNewton();
        paintLabel(painter, viewport_.toView(knob.at),
                   forceText(size, knob.at - knob.other, plane_.get()));
    }
    if (!target_) return;
    QPen pen(color, 1.6);
    pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.drawLine(viewport_.toView(knob_.other), viewport_.toView(target_->point.at));
    paintSnap(painter, viewport_, plane_.get(), target_->snap);
}

}  // namespace momentree::app

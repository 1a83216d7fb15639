// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/plane_bar.hpp"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "app/base/display_unit.hpp"
#include "app/commands/actions.hpp"
#include "app/document/fields/field.hpp"
#include "app/scene/floating_panel.hpp"
#include "app/sketch/paint.hpp"
#include "app/sketch/sketcher.hpp"

namespace momentree::app {
namespace {

constexpr int barDistance = 10;
constexpr double tooSteep = 0.35;  ///< sine: more oblique planes are turned to the viewer

QToolButton* buttonOf(QAction* action, QWidget* bar) {
    auto* button = new QToolButton(bar);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setIconSize({20, 20});
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(action->text().remove(QLatin1Char('&')));
    return button;
}

}  // namespace

PlaneBar::PlaneBar(Actions& actions, Sketcher& sketcher)
    : QWidget(&sketcher.viewport), actions_(actions), s_(sketcher) {
    setObjectName("planeBar");
    setCursor(Qt::ArrowCursor);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(3, 3, 3, 3);
    layout->setSpacing(1);
    for (QAction* action : actions.planes) layout->addWidget(buttonOf(action, this));
    offset_ = new QLineEdit(this);
    offset_->setObjectName("planeOffset");
    offset_->setAccessibleName(tr("Offset of the work plane"));
    offset_->setToolTip(
        tr("Offset of the work plane along its normal, for example 12 cm or 2*L1.\nYou can also "
           "drag the arrow at its corner"));
    offset_->setFixedWidth(78);
    offset_->setAlignment(Qt::AlignRight);
    layout->addWidget(offset_);
    layout->addWidget(buttonOf(actions.viewPlane, this));
    joints_ = new QToolButton(this);
    joints_->setObjectName("jointType");
    joints_->setAutoRaise(true);
    joints_->setIconSize({20, 20});
    joints_->setPopupMode(QToolButton::InstantPopup);
    joints_->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(joints_);
    menu->addActions(actions.jointTypes);
    joints_->setMenu(menu);
    layout->addSpacing(6);
    layout->addWidget(joints_);
    for (int k = 0; k < actions.planes.size(); ++k)
        connect(actions.planes[k], &QAction::triggered, this, [this, k] { choose(k); });
    for (QAction* type : actions.jointTypes)
        connect(type, &QAction::triggered, this,
                [this, type] { s_.setJointType(type->data().toString().toStdString()); });
    connect(actions.viewPlane, &QAction::triggered, this,
            [this] { s_.viewport.look(s_.plane().base.R); });
    connect(offset_, &QLineEdit::returnPressed, this, &PlaneBar::takeOffset);
    connect(offset_, &QLineEdit::editingFinished, this, &PlaneBar::follow);
    connect(&s_, &Sketcher::planeChanged, this, &PlaneBar::follow);
    connect(&s_, &Sketcher::jointTypeChanged, this, &PlaneBar::follow);
    follow();
    move(barDistance, barDistance);
}

void PlaneBar::choose(int kind) {
    const auto wanted = static_cast<WorkPlane::Kind>(kind);
    const Element chosen = s_.selection.current();
    const CheckedModel& seen = s_.live.checked();
    WorkPlane plane;
    if (wanted == WorkPlane::Kind::Link) {
        if (chosen.kind != Element::Kind::Body || !seen.built) {
            follow();
            return s_.refuse(tr("First select the link the plane should pass through"));
        }
        plane = planeThroughLink(seen, chosen.index);
    } else if (wanted == WorkPlane::Kind::Axis) {
        if (chosen.kind != Element::Kind::Joint || !seen.built) {
            follow();
            return s_.refuse(tr("First select the joint whose axis the plane should cross"));
        }
        plane = planeAcrossAxis(seen, chosen.index);
    } else {
        plane = principalPlane(wanted);
    }
    s_.begin();
    s_.setPlane(plane);
    follow();
    turnToPlane();
    s_.viewport.update();
}

/// Turns the view towards a plane that is almost edge-on, with the same side up.
void PlaneBar::turnToPlane() {
    const Vector3d back = s_.viewport.scene().towardsViewer();
    Vector3d normal = s_.plane().normal();
    if (std::abs(normal.dot(back)) > tooSteep) return;
    const QPointF middle = s_.viewport.rect().center();
    const Vector3d origin = s_.plane().origin();
    const Vector3d up = (s_.viewport.toWorld(middle - QPointF(0, 100), origin, back) -
                         s_.viewport.toWorld(middle, origin, back))
                            .normalized();
    if (normal.dot(up) + normal.dot(back) < -1e-9) normal = -normal;
    Matrix3d axes;
    axes.col(2) = (0.8 * back + 0.55 * normal + 0.42 * up).normalized();
    axes.col(0) = up.cross(axes.col(2)).normalized();
    axes.col(1) = axes.col(2).cross(axes.col(0));
    s_.viewport.look(axes);
}

void PlaneBar::takeOffset() {
    const auto offset = typedLength(s_.document.description(), offset_->text());
    if (!offset) {
        s_.refuse(tr("Enter the offset as a length, for example 12 cm, -0.3 or 2*L1"));
        return;
    }
    WorkPlane plane = s_.plane();
    plane.offset = *offset;
    s_.setPlane(plane);
    follow();
    s_.viewport.setFocus();
}

void PlaneBar::follow() {
    actions_.planes[static_cast<int>(s_.plane().kind)]->setChecked(true);
    offset_->setText(lengthText(s_.plane().offset));
    offset_->setModified(false);
    for (QAction* type : actions_.jointTypes) {
        if (type->data().toString().toStdString() != s_.jointType()) continue;
        type->setChecked(true);
        joints_->setIcon(type->icon());
        const QString name = type->text().remove(QLatin1Char('&'));
        joints_->setToolTip(tr("New joints are: %1").arg(name));
        joints_->setAccessibleName(joints_->toolTip());
    }
    adjustSize();
}

void PlaneBar::paintEvent(QPaintEvent*) { paintFloatingPanel(*this); }

}  // namespace momentree::app

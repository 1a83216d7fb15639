// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/plane_bar.hpp"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "app/base/display_unit.hpp"
#include "app/commands/actions.hpp"
#include "app/document/fields/field.hpp"
#include "app/document/selection.hpp"
#include "app/scene/floating_panel.hpp"
#include "app/sketch/edits.hpp"

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

PlaneBar::PlaneBar(Actions& actions, Viewport& viewport, DrawingPlane& plane, Edits& edits,
                   const Selection& selection)
    : QWidget(&viewport),
      actions_(actions),
      viewport_(viewport),
      plane_(plane),
      edits_(edits),
      selection_(selection) {
    setObjectName("planeBar");
    setCursor(Qt::ArrowCursor);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(3, 3, 3, 3);
    layout->setSpacing(1);
    const QStringList words{tr("xy"), tr("xz"), tr("yz")};
    for (int k = 0; k < actions.planes.size(); ++k) {
        QToolButton* button = buttonOf(actions.planes[k], this);
        layout->addWidget(button);
        if (k >= words.size()) continue;
        actions.planes[k]->setIconText(words[k]);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
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
    joints_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
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
                [this, type] { edits_.setJointType(type->data().toString().toStdString()); });
    connect(actions.viewPlane, &QAction::triggered, this,
            [this] { viewport_.edit().look(plane_.get().base.R); });
    connect(offset_, &QLineEdit::returnPressed, this, &PlaneBar::takeOffset);
    connect(offset_, &QLineEdit::editingFinished, this, &PlaneBar::follow);
    connect(&plane_, &DrawingPlane::changed, this, &PlaneBar::follow);
    connect(&edits_, &Edits::jointTypeChanged, this, &PlaneBar::follow);
    follow();
    move(barDistance, barDistance);
}

void PlaneBar::choose(int kind) {
    const auto wanted = static_cast<WorkPlane::Kind>(kind);
    const Element chosen = selection_.current();
    const CheckedModel& seen = edits_.seen();
    WorkPlane plane;
    if (wanted == WorkPlane::Kind::Link) {
        if (chosen.kind != Element::Kind::Body || !seen.built) {
            follow();
            return edits_.refuse(tr("First select the link the plane should pass through"));
        }
        plane = planeThroughLink(seen, chosen.index);
    } else if (wanted == WorkPlane::Kind::Axis) {
        if (chosen.kind != Element::Kind::Joint || !seen.built) {
            follow();
            return edits_.refuse(tr("First select the joint whose axis the plane should cross"));
        }
        plane = planeAcrossAxis(seen, chosen.index);
    } else {
        plane = principalPlane(wanted);
    }
    edits_.begin();
    plane_.set(plane);
    follow();
    turnToPlane();
    viewport_.update();
}

/// Turns the view towards a plane that is almost edge-on, with the same side up.
void PlaneBar::turnToPlane() {
    const Vector3d back = viewport_.scene().towardsViewer();
    Vector3d normal = plane_.get().normal();
    if (std::abs(normal.dot(back)) > tooSteep) return;
    const QPointF middle = viewport_.rect().center();
    const Vector3d origin = plane_.get().origin();
    const Vector3d up = (viewport_.toWorld(middle - QPointF(0, 100), origin, back) -
                         viewport_.toWorld(middle, origin, back))
                            .normalized();
    if (normal.dot(up) + normal.dot(back) < -1e-9) normal = -normal;
    Matrix3d axes;
    axes.col(2) = (0.8 * back + 0.55 * normal + 0.42 * up).normalized();
    axes.col(0) = up.cross(axes.col(2)).normalized();
    axes.col(1) = axes.col(2).cross(axes.col(0));
    viewport_.edit().look(axes);
}

void PlaneBar::takeOffset() {
    const auto offset = typedLength(edits_.description(), offset_->text());
    if (!offset) {
        edits_.refuse(tr("Enter the offset as a length, for example 12 cm, -0.3 or 2*L1"));
        return;
    }
    WorkPlane plane = plane_.get();
    plane.offset = *offset;
    plane_.set(plane);
    follow();
    viewport_.setFocus();
}

void PlaneBar::follow() {
    actions_.planes[static_cast<int>(plane_.get().kind)]->setChecked(true);
    offset_->setText(lengthText(plane_.get().offset));
    offset_->setModified(false);
    for (QAction* type : actions_.jointTypes) {
        if (type->data().toString().toStdString() != edits_.jointType()) continue;
        type->setChecked(true);
        joints_->setIcon(type->icon());
        const QString name = type->text().remove(QLatin1Char('&'));
        joints_->setText(name);
        joints_->setToolTip(tr("New joints are: %1").arg(name));
        joints_->setAccessibleName(joints_->toolTip());
    }
    adjustSize();
}

void PlaneBar::paintEvent(QPaintEvent*) { paintFloatingPanel(*this); }

}  // namespace momentree::app

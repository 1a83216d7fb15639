// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/scene_controls.hpp"

#include <QEvent>
#include <QMenu>

#include "app/base/preferences.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/invitation.hpp"
#include "app/shell/pill.hpp"
#include "app/shell/spaces.hpp"
#include "app/sketch/drawing_plane.hpp"
#include "app/sketch/tool.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

constexpr int fromEdge = 12, playFromBottom = 14, titleHeight = 80;

}  // namespace

SceneControls::SceneControls(Workspace& workspace, Host& host, Spaces& spaces,
                             const DrawingPlane& plane, QAction& photo, QAction& following)
    : QObject(&host), workspace_(workspace), host_(host), spaces_(spaces), plane_(plane) {
    inSpace_ = host.actions.make("drawInSpace", tr("Draw in &space"), "axis",
                                 tr("Shows the work plane and the types of new joints"), {}, true);
    makePills(following);
    invitation_ = new Invitation(*host.actions.examples, photo, &host.viewport);
    connect(&spaces, &Spaces::changed, this, &SceneControls::follow);
    connect(&workspace, &Workspace::modelChanged, this, &SceneControls::follow);
    connect(&workspace.run.playback(), &Playback::stateChanged, this, &SceneControls::place);
    connect(&plane, &DrawingPlane::changed, this, &SceneControls::follow);
    connect(inSpace_, &QAction::toggled, this, &SceneControls::follow);
    host.viewport.installEventFilter(this);
    follow();
}

void SceneControls::makePills(QAction& following) {
    const Actions& actions = host_.actions;
    play_ = new Pill(Pill::Kind::Middle, &host_.viewport);
    play_->setObjectName("playPill");
    play_->setDefaultAction(actions.play);
    fit_ = new Pill(Pill::Kind::Corner, &host_.viewport);
    fit_->setObjectName("fitPill");
    fit_->setDefaultAction(actions.fit);
    fit_->setPopupMode(QToolButton::MenuButtonPopup);
    auto* views = new QMenu(fit_);
    views->addActions({actions.viewFront, actions.viewTop, actions.viewSide, actions.viewIsometric,
                       actions.viewPlane});
    views->addSeparator();
    views->addAction(&following);
    fit_->setMenu(views);
    show_ = new Pill(Pill::Kind::Corner, &host_.viewport);
    show_->setObjectName("showPill");
    show_->setIcon(themedIcon("eye"));
    show_->setToolTip(tr("What the scene shows"));
    show_->setPopupMode(QToolButton::InstantPopup);
    auto* layers = new QMenu(show_);
    layers->addActions({actions.trace, actions.clearTraces});
    layers->addSeparator();
    layers->addActions({actions.showVelocities, actions.showAccelerations, actions.showReactions,
                        actions.showDimensions});
    layers->addSeparator();
    layers->addActions({actions.showLabels, actions.showJoints, actions.showCentres,
                        actions.showGravity, actions.showForces, actions.showGrid,
                        actions.showAxes});
    layers->addActions(host_.entries(MenuGroup::ViewLayers));
    show_->setMenu(layers);
    for (QAction* layer :
         {actions.showVelocities, actions.showAccelerations, actions.showReactions})
        connect(layer, &QAction::toggled, this, &SceneControls::tellShown);
    tellShown();
}

/// "Show: velocities"
void SceneControls::tellShown() {
    const Actions& actions = host_.actions;
    QStringList shown;
    for (const QAction* layer :
         {actions.showVelocities, actions.showAccelerations, actions.showReactions})
        if (layer->isChecked()) shown << plainText(layer).toLower();
    show_->setText(shown.isEmpty() ? tr("Show") : tr("Show: %1").arg(shown.join(", ")));
    show_->setAccessibleName(show_->text());
    place();
}

void SceneControls::follow() {
    const Space space = spaces_.current();
    const bool all = space == Space::Everything;
    const bool bare = space == Space::Presentation;
    const bool drawing = space == Space::Draw;
    const CheckedModel& checked = workspace_.live.checked();
    const bool empty = !checked.assembled && checked.problems.empty() &&
                       workspace_.document.description().bodies.empty();
    const auto child = [this](const char* name) {
        return host_.viewport.findChild<QWidget*>(name, Qt::FindDirectChildrenOnly);
    };
    child("viewButtons")->setVisible(all);
    child("planeBar")
        ->setVisible(all || (drawing && (inSpace_->isChecked() || !(empty || plane_.planar()))));
    fit_->setVisible(!all && !bare && !empty);
    play_->setVisible(drawing && !empty);
    show_->setVisible(!all && !bare && !drawing && !empty);
    // In a presentation its title stands there.
    leaveFree(all    ? 0
              : bare ? titleHeight
                     : fromEdge + fit_->sizeHint().height(),
              drawing ? playFromBottom + play_->sizeHint().height() : 0);
    const bool inviting = drawing && empty;
    if (inviting && !invitation_->wanted())
        host_.actions.tools[static_cast<int>(ToolKind::Link)]->trigger();
    invitation_->invite(inviting, !preferences().reducedMotion);
    place();
}

/// Under the buttons, so that they hide nothing of a fitted view. It does not depend on whether
/// they are shown yet: the view must not jump while the first link is drawn.
void SceneControls::leaveFree(int top, int bottom) {
    render::SceneOptions options = host_.viewport.scene().options();
    if (options.freeTop == top && options.freeBottom == bottom) return;
    options.freeTop = top;
    options.freeBottom = bottom;
    host_.viewport.setOptions(options);
}

void SceneControls::place() {
    const QRect room = host_.viewport.rect();
    for (Pill* pill : {play_, fit_, show_}) pill->resize(pill->sizeHint());
    play_->move((room.width() - play_->width()) / 2,
                room.height() - play_->height() - playFromBottom);
    fit_->move(room.width() - fit_->width() - fromEdge, fromEdge);
    show_->move(fromEdge, fromEdge);
}

bool SceneControls::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) place();
    return QObject::eventFilter(watched, event);
}

}  // namespace momentree::app

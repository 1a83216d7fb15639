// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/view_actions.hpp"

#include <QApplication>
#include <QMenu>
#include <QSettings>
#include <QWheelEvent>

#include "app/base/text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/scene/viewport.hpp"
#include "app/workspace/host.hpp"

namespace momentree::app {
namespace {

constexpr int wheelStepsOfZoom = 2;

/// Like turning the wheel at the centre of the picture.
void zoom(Viewport& viewport, int wheelSteps) {
    const QPointF middle(viewport.width() / 2.0, viewport.height() / 2.0);
    QWheelEvent turn(middle, viewport.mapToGlobal(middle), {},
                     QPoint(0, wheelSteps * QWheelEvent::DefaultDeltasPerStep), Qt::NoButton,
                     Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&viewport, &turn);
}

void connectThemes(const Actions& actions) {
    const auto choose = [](QAction* action, ThemeChoice choice) {
        QObject::connect(action, &QAction::triggered, action, [choice] {
            QSettings().setValue("theme", static_cast<int>(choice));
            applyTheme(*qApp, choice);
        });
    };
    choose(actions.themeSystem, ThemeChoice::System);
    choose(actions.themeLight, ThemeChoice::Light);
    choose(actions.themeDark, ThemeChoice::Dark);
    const QList<QAction*> order{actions.themeSystem, actions.themeLight, actions.themeDark};
    order.value(QSettings().value("theme", 0).toInt(), actions.themeSystem)->setChecked(true);
}

}  // namespace

void connectViewActions(Host& host) {
    const Actions& actions = host.actions;
    Viewport* viewport = &host.viewport;
    QMainWindow* window = &host.window;
    QObject::connect(actions.fit, &QAction::triggered, viewport,
                     [viewport] { viewport->edit().fit(); });
    const auto look = [viewport](QAction* action, render::StandardView view) {
        QObject::connect(action, &QAction::triggered, viewport,
                         [viewport, view] { viewport->edit().view(view); });
    };
    look(actions.viewFront, render::StandardView::Front);
    look(actions.viewTop, render::StandardView::Top);
    look(actions.viewSide, render::StandardView::Right);
    look(actions.viewIsometric, render::StandardView::Isometric);
    QObject::connect(actions.fullScreen, &QAction::triggered, window, [window] {
        window->setWindowState(window->windowState() ^ Qt::WindowFullScreen);
    });
    connectThemes(actions);
}

void addZoom(QMenu& menu, Host& host) {
    menu.addAction(host.addCommand(
        "zoomIn", tr("&Zoom in"), "search", tr("Enlarges the picture"),
        {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)},
        [&host] { zoom(host.viewport, wheelStepsOfZoom); }));
    menu.addAction(host.addCommand("zoomOut", tr("Zoom o&ut"), "zoom-reset",
                                   tr("Shrinks the picture"),
                                   {QKeySequence(Qt::CTRL | Qt::Key_Minus)},
                                   [&host] { zoom(host.viewport, -wheelStepsOfZoom); }));
}

void restoreSceneOptions(Actions& actions, Viewport& viewport) {
    const QSettings settings;
    render::SceneOptions options = viewport.scene().options();
    const auto restore = [&](QAction* action, bool render::SceneOptions::*member) {
        options.*member = settings.value("scene/" + action->objectName(), options.*member).toBool();
        action->setChecked(options.*member);
        QObject::connect(action, &QAction::toggled, &viewport,
                         [&viewport, member, action](bool on) {
                             render::SceneOptions changed = viewport.scene().options();
                             changed.*member = on;
                             viewport.setOptions(changed);
                             QSettings().setValue("scene/" + action->objectName(), on);
                         });
    };
    restore(actions.showJoints, &render::SceneOptions::joints);
    restore(actions.showCentres, &render::SceneOptions::centresOfMass);
    restore(actions.showGravity, &render::SceneOptions::gravity);
    restore(actions.showForces, &render::SceneOptions::forces);
    restore(actions.showLabels, &render::SceneOptions::labels);
    restore(actions.showGrid, &render::SceneOptions::grid);
    restore(actions.showAxes, &render::SceneOptions::axes);
    viewport.setOptions(options);
}

}  // namespace momentree::app

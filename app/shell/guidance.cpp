// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/guidance.hpp"

#include <QMenu>
#include <QToolBar>
#include <QWhatsThis>
#include <utility>

#include "app/base/preferences.hpp"
#include "app/base/text.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/preferences_dialog.hpp"
#include "app/shell/tour.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

void showPreferences(Host& host) {
    auto* dialog = new PreferencesDialog(&host.window);
    QObject::connect(dialog, &PreferencesDialog::changed, &host,
                     [&host] { applyPreferences(host); });
    dialog->show();
}

}  // namespace

void addGuidance(QMenu& edit, QMenu& help, Workspace& workspace, Host& host) {
    host.viewport.setWhatsThis(
        tr("<b>The picture</b><p>The mechanism at the shown time. Drag a joint and the mechanism "
           "follows; a right drag turns the view, a middle drag moves it, the wheel zooms. A right "
           "click offers paths, vectors and plots of what is there.</p>"));
    edit.addSeparator();
    edit.addAction(host.addCommand(
        "preferences", tr("Pre&ferences…"), "settings", tr("Theme, size, units and files"),
        {QKeySequence(Qt::CTRL | Qt::Key_Comma)}, [&host] { showPreferences(host); }));
    QAction* before = host.actions.about;
    help.insertAction(
        before, host.addCommand("whatsThis", tr("&What's this?"), "help",
                                tr("Explains what is clicked next"), {QKeySequence::WhatsThis},
                                [] { QWhatsThis::enterWhatsThisMode(); }));
    help.insertAction(before,
                      host.addCommand("tour", tr("&Tour of the window"), "info",
                                      tr("Four places of the window and what they are for"), {},
                                      [&workspace, &host] { startTour(workspace, host); }));
}

void startTour(Workspace& workspace, Host& host) {
    QMainWindow& window = host.window;
    auto* tour = new Tour(
        {{&host.viewport, tr("It moves"),
          tr("This mechanism is being computed as you watch. Space pauses and plays, the "
             "arrow keys step, and the slider below goes back in time.")},
         {window.findChild<QDockWidget*>("energyDock"), tr("How good is it?"),
          tr("Energy and drift of the constraints, live. Any other quantity can be dragged "
             "here from the model, or picked by a right click.")},
         {window.findChild<QToolBar*>("drawBar"), tr("Draw your own"),
          tr("Ctrl+N begins a drawing. L draws links, G holds them to ground, M drives a "
             "joint, S is a spring. Every step can be undone.")},
         {window.findChild<QToolBar*>("compareBar"), tr("Compare and learn"),
          tr("Choose how the equations are formed and solved, and run others beside it. "
             "Ctrl+G opens guided lessons, Ctrl+K finds any command, F1 explains.")}},
        &window);
    // It explains the mechanism of the first start, which may still be loading.
    const auto follow = [tour, greeted = workspace.run.hasRun()](bool fresh) mutable {
        if (fresh && std::exchange(greeted, true)) tour->close();
    };
    QObject::connect(&workspace.live, &LiveModel::changed, tour, follow);
}

void applyPreferences(Host& host) {
    QMainWindow::DockOptions options =
        QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks;
    if (!preferences().reducedMotion) options |= QMainWindow::AnimatedDocks;
    host.window.setDockOptions(options);
    Q_EMIT host.preferencesChanged();
    host.viewport.update();
}

}  // namespace momentree::app

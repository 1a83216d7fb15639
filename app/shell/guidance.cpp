// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/guidance.hpp"

#include <QMenu>
#include <QWhatsThis>
#include <utility>

#include "app/base/preferences.hpp"
#include "app/base/text.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/preferences_dialog.hpp"
#include "app/shell/spaces.hpp"
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
        tr("<b>The picture</b><p>The mechanism at the time shown. Drag a joint to move it. Drag "
           "with the right button to turn the view, with the middle button to shift it; the wheel "
           "zooms. Right-click an element for what can be done with it.</p>"));
    edit.addSeparator();
    edit.addAction(host.addCommand(
        "preferences", tr("Pre&ferences…"), "settings", tr("Theme, size, units and files"),
        {QKeySequence(Qt::CTRL | Qt::Key_Comma)}, [&host] { showPreferences(host); }));
    QAction* before = host.actions.about;
    help.insertAction(before,
                      host.addCommand("whatsThis", tr("&What's this?"), "help",
                                      tr("Explains what you click next"), {QKeySequence::WhatsThis},
                                      [] { QWhatsThis::enterWhatsThisMode(); }));
    help.insertAction(before,
                      host.addCommand("tour", tr("&Tour of the window"), "info",
                                      tr("Introduces the four main parts of the window"), {},
                                      [&workspace, &host] { startTour(workspace, host); }));
}

void startTour(Workspace& workspace, Host& host) {
    QMainWindow& window = host.window;
    // Where the drawing tools and comparisons are, or what leads to them.
    const auto place = [&window](const char* bar) {
        auto* found = window.findChild<QWidget*>(bar);
        return found->isVisible() ? found : window.findChild<QWidget*>("spaceSwitch");
    };
    auto* tour =
        new Tour({{&host.viewport, tr("The motion"),
                   tr("This mechanism is computed while you watch. Space plays and pauses, the "
                      "arrow keys step, and the slider below goes back in time.")},
                  {window.findChild<QDockWidget*>("energyDock"), tr("The accuracy"),
                   tr("Energy and constraint drift, live. Drag any other quantity here from the "
                      "model, or right-click to choose one.")},
                  {place("drawBar"), tr("The drawing"),
                   tr("Ctrl+N starts a new drawing. L draws links, G joins them to the ground, M "
                      "drives a joint, S draws a spring. Every step can be undone.")},
                  {place("compareBar"), tr("Comparisons and lessons"),
                   tr("Choose how the equations are formed and solved, and compare runs. Ctrl+G "
                      "opens lessons, Ctrl+K finds any command, F1 opens the help.")}},
                 &window);
    // It explains the mechanism of the first start, which may still be loading.
    const auto follow = [tour, greeted = workspace.run.hasRun()](bool fresh) mutable {
        if (fresh && std::exchange(greeted, true)) tour->close();
    };
    QObject::connect(&workspace.live, &LiveModel::changed, tour, follow);
    QObject::connect(host.findChild<Spaces*>(), &Spaces::changed, tour, &QWidget::close);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window_help.hpp"

#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QToolBar>
#include <QWhatsThis>
#include <QWheelEvent>
#include <functional>
#include <utility>

#include "app/base/preferences.hpp"
#include "app/base/text.hpp"
#include "app/base/themed_icon.hpp"
#include "app/panels/inspector/inspector.hpp"
#include "app/runs/live_model.hpp"
#include "app/runs/run_controller.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/main_window.hpp"
#include "app/shell/plot_docks.hpp"
#include "app/shell/preferences_dialog.hpp"
#include "app/shell/tour.hpp"

namespace momentree::app {
namespace {

constexpr int wheelStepsOfZoom = 2;

/// As a turn of the wheel in the middle of the picture.
void zoom(Viewport& viewport, int wheelSteps) {
    const QPointF middle(viewport.width() / 2.0, viewport.height() / 2.0);
    QWheelEvent turn(middle, viewport.mapToGlobal(middle), {},
                     QPoint(0, wheelSteps * QWheelEvent::DefaultDeltasPerStep), Qt::NoButton,
                     Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&viewport, &turn);
}

void showPreferences(MainWindow& window) {
    auto* dialog = new PreferencesDialog(&window);
    QObject::connect(dialog, &PreferencesDialog::changed, &window,
                     [&window] { applyPreferences(window); });
    dialog->show();
}

/// Texts of the panels by their names.
QList<std::pair<QString, QString>> partTexts() {
    return {
        {"treeDock",
         tr("<b>Model</b><p>Everything the model is made of. What is selected here is selected in "
            "the picture too; F2 renames, a drag onto a plot draws its quantities.</p>")},
        {"propertiesDock",
         tr("<b>Properties</b><p>What can be changed of the selected element: numbers, numbers "
            "with "
            "units (12 cm, 30 deg) or expressions of parameters (2*L1). Below stands what it does "
            "at the shown time.</p>")},
        {"parametersDock",
         tr("<b>Parameters</b><p>Named numbers that expressions use. A slider changes one of them "
            "while the mechanism moves.</p>")},
        {"historyDock", tr("<b>History</b><p>Every step since the file was opened; a click goes "
                           "back to it. Saving "
                           "keeps the history.</p>")},
        {"messagesDock",
         tr("<b>Messages</b><p>Everything that went wrong or looks odd, with its place in the "
            "file.</p>")},
        {"xrayDock",
         tr("<b>Constraint x-ray</b><p>Which joints hold more than needed, what would cure that, "
            "and every motion that is left, one by one.</p>")},
        {"runsDock",
         tr("<b>Runs</b><p>Other formulations, steps and parameters of the same model beside the "
            "run on screen: ghosts in the picture, curves in the plots.</p>")},
        {"boardDock",
         tr("<b>Board</b><p>Asks a board, real or simulated, what it can do and tests it.</p>")},
        {"offloadDock",
         tr("<b>Offloading</b><p>Software beside the board: times by phase, and what another board "
            "would cost.</p>")},
        {"insideDock", tr("<b>Inside the algorithm</b><p>How the formulation computes the shown "
                          "instant: equations, matrices and threads, node by node.</p>")},
        {"lessonsDock", tr("<b>Lessons</b><p>Guided experiments with the live window.</p>")},
        {"energyDock",
         tr("<b>Energy</b><p>Kinetic, potential and total energy as they are computed. A drag over "
            "the plot goes to that time.</p>")},
        {"driftDock",
         tr("<b>Drift</b><p>How far the constraints of position, velocity and acceleration are "
            "violated. Small is good; growth tells of a bad step or method.</p>")},
        {"probesDock",
         tr("<b>Quantities</b><p>Whatever is dragged here or picked from the list. Two cursors "
            "measure differences.</p>")},
        {"portraitDock", tr("<b>Phase portrait</b><p>One quantity against another.</p>")},
        {"phasesDock", tr("<b>Phase times</b><p>Where the time of a step goes.</p>")},
    };
}

}  // namespace

QAction* addCommand(MainWindow& window, const char* id, const QString& text, const QString& icon,
                    const QString& tip, const QList<QKeySequence>& keys,
                    const std::function<void()>& act) {
    auto* action = new QAction(themedIcon(icon), text, &window);
    action->setObjectName(QString::fromLatin1(id));
    action->setShortcuts(keys);
    action->setStatusTip(tip);
    action->setToolTip(toolTipOf(text, keys.value(0)));
    action->setWhatsThis(QStringLiteral("<b>%1</b><p>%2</p>").arg(action->toolTip(), tip));
    window.addAction(action);
    window.actions().all.append(action);
    QObject::connect(action, &QAction::triggered, &window, act);
    return action;
}

void addHelp(MainWindow& window, QMenu& edit, QMenu& help) {
    edit.addSeparator();
    edit.addAction(addCommand(
        window, "preferences", tr("Pre&ferences…"), "settings", tr("Theme, size, units and files"),
        {QKeySequence(Qt::CTRL | Qt::Key_Comma)}, [&window] { showPreferences(window); }));
    QAction* before = window.actions().about;
    help.insertAction(before,
                      addCommand(window, "whatsThis", tr("&What's this?"), "help",
                                 tr("Explains what is clicked next"), {QKeySequence::WhatsThis},
                                 [] { QWhatsThis::enterWhatsThisMode(); }));
    help.insertAction(before, addCommand(window, "tour", tr("&Tour of the window"), "info",
                                         tr("Four places of the window and what they are for"), {},
                                         [&window] { startTour(window); }));
}

void addZoom(MainWindow& window, QMenu& view) {
    view.addAction(
        addCommand(window, "zoomIn", tr("&Zoom in"), "search", tr("Shows the picture larger"),
                   {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)},
                   [&window] { zoom(window.viewport(), wheelStepsOfZoom); }));
    view.addAction(addCommand(window, "zoomOut", tr("Zoom o&ut"), "zoom-reset",
                              tr("Shows the picture smaller"),
                              {QKeySequence(Qt::CTRL | Qt::Key_Minus)},
                              [&window] { zoom(window.viewport(), -wheelStepsOfZoom); }));
}

void explainParts(MainWindow& window) {
    window.viewport().setWhatsThis(
        tr("<b>The picture</b><p>The mechanism at the shown time. Drag a joint and the mechanism "
           "follows; a right drag turns the view, a middle drag moves it, the wheel zooms. A right "
           "click offers paths, vectors and plots of what is there.</p>"));
    for (const auto& [name, text] : partTexts())
        if (auto* dock = window.findChild<QDockWidget*>(name)) dock->setWhatsThis(text);
}

void startTour(MainWindow& window) {
    auto* tour = new Tour(
        {{&window.viewport(), tr("It moves"),
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
    // It speaks of the mechanism that greets, which may still be on its way.
    const auto follow = [tour, greeted = window.run().hasRun()](bool fresh) mutable {
        if (fresh && std::exchange(greeted, true)) tour->close();
    };
    QObject::connect(&window.live(), &LiveModel::changed, tour, follow);
}

void applyPreferences(MainWindow& window) {
    QMainWindow::DockOptions options =
        QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks;
    if (!preferences().reducedMotion) options |= QMainWindow::AnimatedDocks;
    window.setDockOptions(options);
    // Fields and values are made anew with the units that are chosen now.
    window.inspector().setElement({});
    Q_EMIT window.selection().changed();
    window.findChild<PlotDocks*>()->followUnits();
    window.viewport().update();
}

}  // namespace momentree::app

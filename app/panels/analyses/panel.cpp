// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/analyses/analyses.hpp"

namespace momentree::app::analyses {
void addPanel(Workspace& workspace, Host& host) {
    auto* analyses = new Analyses(workspace, host);
    QList<QAction*> commands;
    const auto add = [&](AnalysisKind kind, const char* id, const char* icon,
                         const DockSettings& settings) {
        Answer& answer = analyses->answerOf(kind);
        PanelDock* dock = host.addDock(&answer, settings);
        // Disconnected with the selection: panels are hidden once more while the window is being
        // destroyed.
        QObject::connect(dock, &QDockWidget::visibilityChanged, &workspace.selection,
                         [&answer](bool shown) { answer.setShown(shown); });
        const bool saysMore =
            kind == AnalysisKind::Kinematics || kind == AnalysisKind::InverseDynamics;
        if (!saysMore) titleOnce(dock, answer);
        QAction* command = host.actions.make(id, settings.title, icon, settings.help, {}, true);
        host.linkToDock(command, dock);
        commands << command;
    };
    add(AnalysisKind::Kinematics, "movement", "trace",
        {.name = "movementDock",
         .title = tr("Movement"),
         .help = tr("Kinematics: positions, speeds and accelerations of a driven mechanism over a "
                    "turn."),
         .place = DockPlace::Bottom,
         .tab = 4,
         .shown = false});
    add(AnalysisKind::InverseDynamics, "motorTorque", "motor",
        {.name = "torqueDock",
         .title = tr("Motor torque"),
         .help = tr("Inverse dynamics: what the motors must give, and what the joints carry."),
         .place = DockPlace::Bottom,
         .tab = 5,
         .shown = false});
    add(AnalysisKind::Modes, "modes", "wave",
        {.name = "modesDock",
         .title = tr("Modes"),
         .help = tr("Small vibrations of the mechanism: shapes, frequencies, damping."),
         .place = DockPlace::Right,
         .tab = 4,
         .shown = false,
         .leastHeight = 140});
    add(AnalysisKind::Equilibrium, "equilibrium", "gravity",
        {.name = "equilibriumDock",
         .title = tr("Equilibrium"),
         .help = tr("Statics: where the mechanism comes to rest, and whether it stays there."),
         .place = DockPlace::Right,
         .tab = 5,
         .shown = false,
         .leastHeight = 140});
    add(AnalysisKind::WorstLoads, "worstLoads", "force",
        {.name = "worstDock",
         .title = tr("Worst loads"),
         .help = tr("When each joint carries most, and all loads on a body at that instant."),
         .place = DockPlace::Bottom,
         .tab = 6,
         .shown = false});
    add(AnalysisKind::Reach, "reach", "trace",
        {.name = "reachDock",
         .title = tr("Reach"),
         .help = tr("What points can reach within the limits of the joints: their workspace."),
         .place = DockPlace::Right,
         .tab = 6,
         .shown = false,
         .leastHeight = 140});
    add(AnalysisKind::Error, "errorSources", "difference",
        {.name = "errorDock",
         .title = tr("Whose error is it?"),
         .help = tr("The error of the run on screen over time: how much comes from the step, from "
                    "rounding, from drift and from chaotic growth."),
         .place = DockPlace::Bottom,
         .tab = 8,
         .shown = false});
    add(AnalysisKind::RootLocus, "rootLocus", "wave",
        {.name = "locusDock",
         .title = tr("Root locus"),
         .help = tr("How the eigenvalues of small movements change with a parameter."),
         .place = DockPlace::Bottom,
         .tab = 9,
         .shown = false});
    add(AnalysisKind::EquilibriumPath, "restOver", "gravity",
        {.name = "restDock",
         .title = tr("Rest over a parameter"),
         .help = tr("How the pose at rest changes with a parameter, slowly enough to stay in it."),
         .place = DockPlace::Bottom,
         .tab = 10,
         .shown = false});
    add(AnalysisKind::Sensitivity, "sensitivity", "difference",
        {.name = "sensitivityDock",
         .title = tr("Sensitivity"),
         .help = tr("By how much a quantity of the run changes if a parameter changes."),
         .place = DockPlace::Bottom,
         .tab = 11,
         .shown = false});
    add(AnalysisKind::Fit, "fitData", "measure",
        {.name = "fitDock",
         .title = tr("Fit"),
         .help = tr("Values of parameters with which the run agrees best with a measurement."),
         .place = DockPlace::Bottom,
         .tab = 12,
         .shown = false});
    host.addEntries(MenuGroup::RunCompare, commands);
}

}  // namespace momentree::app::analyses

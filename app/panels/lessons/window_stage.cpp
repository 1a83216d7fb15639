// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/window_stage.hpp"

#include <map>

#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {

WindowStage::WindowStage(Workspace& workspace, Host& host, const QAction& projector)
    : QObject(&host), workspace_(workspace), host_(host), projector_(projector) {}

bool WindowStage::mayReplaceModel() { return host_.files.mayLose(); }

void WindowStage::show(const LessonExperiment& experiment, const QString& name, bool playing) {
    workspace_.run.clear();
    disconnect(starting_);
    starting_ = connect(&workspace_.run, &RunController::runChanged, this, [this, name, playing] {
        disconnect(starting_);
        workspace_.runs.rename(workspace_.runs.currentId(), name);
        if (playing) workspace_.run.play();
        addOthers();
    });
    workspace_.document.replace(experiment.description, {});
}

void WindowStage::arrange(const LessonStep& step) {
    const Actions& actions = host_.actions;
    const std::map<std::string, QAction*> cameras{{"front", actions.viewFront},
                                                  {"top", actions.viewTop},
                                                  {"side", actions.viewSide},
                                                  {"isometric", actions.viewIsometric}};
    if (const auto camera = cameras.find(step.camera); camera != cameras.end())
        camera->second->trigger();
    const auto wants = [&](const std::string& layer) {
        return std::ranges::find(step.layers, layer) != step.layers.end();
    };
    for (const auto& [layer, action] : std::initializer_list<std::pair<std::string, QAction*>>{
             {"velocities", actions.showVelocities},
             {"accelerations", actions.showAccelerations},
             {"reactions", actions.showReactions}})
        if (action->isChecked() != wants(layer)) action->trigger();
    raisePanels(step.panels);
    showTime(step.time);
}

void WindowStage::raisePanels(const std::vector<std::string>& names) {
    const std::map<std::string, const char*> docks{{"energy", "energyDock"},
                                                   {"drift", "driftDock"},
                                                   {"quantities", "probesDock"},
                                                   {"phases", "phasesDock"},
                                                   {"xray", "xrayDock"}};
    if (projector_.isChecked()) return;
    for (const std::string& name : names)
        if (const auto dock = docks.find(name); dock != docks.end()) host_.raise(dock->second);
}

void WindowStage::compare(const std::vector<std::pair<QString, LessonExperiment>>& others) {
    others_ = others;
    if (workspace_.run.hasRun()) addOthers();
}

void WindowStage::tell(const QString& what, const QString& file, const Diagnostics& problems) {
    Q_EMIT host_.files.failed(what, file, problems);
}

/// Requires a run on screen.
void WindowStage::addOthers() {
    RunSet& runs = workspace_.runs;
    if (runs.items().size() > 1) runs.removeOthers();
    for (const auto& [name, experiment] : others_)
        runs.add({.spec = experiment.spec, .model = experiment.model, .name = name});
}

/// After the run has reached this time, as fast as possible.
void WindowStage::showTime(std::optional<double> time) {
    disconnect(waiting_);
    RunController& run = workspace_.run;
    run.setSpeed(time ? 0.0 : 1.0);
    if (!time) return;
    waiting_ = connect(&run, &RunController::shownChanged, this, [=, this, &run] {
        if (run.computedTime() < *time) return;
        disconnect(waiting_);
        run.setSpeed(1.0);
        run.seek(*time);
    });
    if (run.hasRun() && run.computedTime() >= *time) Q_EMIT run.shownChanged();
}

}  // namespace momentree::app

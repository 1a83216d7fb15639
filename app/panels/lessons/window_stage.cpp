// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/window_stage.hpp"

#include <QAbstractButton>
#include <QDockWidget>
#include <QMessageBox>
#include <array>
#include <map>

#include "app/scene/viewport.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {

WindowStage::WindowStage(Workspace& workspace, Host& host, const QAction& projector)
    : QObject(&host), workspace_(workspace), host_(host), projector_(projector) {
    host.viewport.installEventFilter(this);
}

/// A resized view fits only the pose of the moment: panels of a step, or another size of the
/// window, must not hide a part of the motion. A view that the user has moved stays.
bool WindowStage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (host_.viewport.scene().viewpoint().fitted) keepInSight();
            },
            Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

/// A lesson replaces the runs of the window too, unless they are those of another lesson.
bool WindowStage::mayReplaceModel() {
    const auto count = workspace_.runs.items().size();
    if (count > 1 && workspace_.document.shared() != shown_) {
        QMessageBox box(QMessageBox::Question, tr("Start the lesson"),
                        tr("The lesson replaces the comparison of %1 runs.").arg(count),
                        QMessageBox::Cancel, &host_.window);
        box.setObjectName("replaceRuns");
        box.setInformativeText(
            tr("To keep it, cancel and save it as a study: panel Runs, menu Table."));
        const QAbstractButton* start =
            box.addButton(tr("Start the lesson"), QMessageBox::AcceptRole);
        box.exec();
        if (box.clickedButton() != start) return false;
    }
    return host_.files.mayLose();
}

void WindowStage::show(const Run& run, bool playing) {
    workspace_.run.clear();
    disconnect(starting_);
    disconnect(framing_);
    starting_ = connect(&workspace_.run, &RunController::runChanged, this, [this, run, playing] {
        disconnect(starting_);
        workspace_.runs.rename(workspace_.runs.currentId(), run.name);
        workspace_.runs.setStyle(workspace_.runs.currentId(), run.style);
        if (playing) workspace_.run.play();
        addOthers();
        showTraces();
        framing_ = connect(&workspace_.run.playback(), &Playback::shownChanged, this, [this] {
            disconnect(framing_);
            keepInSight();
        });
    });
    motion_ = run.result ? run.result->recording : nullptr;
    motionLayout_ = run.result ? run.result->layout : nullptr;
    shown_ = run.experiment.description;
    workspace_.document.replace(shown_, {});
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
             {"reactions", actions.showReactions},
             {"microscope", host_.window.findChild<QAction*>("microscope")}})
        if (action->isChecked() != wants(layer)) action->trigger();
    traces_ = step.traces;
    frame_ = step.frame;
    if (workspace_.run.hasRun()) showTraces();
    keepInSight();
    // A lesson begins without the panels of the one before.
    if (step.kind == LessonStep::Kind::Predict) hideRaised({});
    raisePanels(step.panels);
    showTime(step.time);
}

/// Fits the view to the whole motion of what the step is about.
void WindowStage::keepInSight() {
    if (workspace_.document.shared() != shown_) return;
    std::vector<int> bodies;
    for (std::size_t i = 0; shown_ && i < shown_->bodies.size(); ++i)
        if (std::ranges::find(frame_, shown_->bodies[i].name) != frame_.end())
            bodies.push_back(static_cast<int>(i));
    if (!motion_) {
        const auto sight = host_.viewport.sight();
        if (sight && !bodies.empty())
            host_.viewport.edit().fit(sight->layout, std::array{sight->row}, bodies);
        return;
    }
    constexpr std::size_t most = 60;
    std::vector<std::span<const double>> rows;
    const std::size_t every = motion_->size() / most + 1;
    for (std::size_t k = 0; k < motion_->size(); k += every) rows.push_back(motion_->row(k));
    host_.viewport.edit().fit(*motionLayout_, rows, bodies);
}

namespace {

const std::map<std::string, const char*>& lessonDocks() {
    static const std::map<std::string, const char*> docks{{"energy", "energyDock"},
                                                          {"drift", "driftDock"},
                                                          {"quantities", "probesDock"},
                                                          {"phases", "phasesDock"},
                                                          {"xray", "xrayDock"},
                                                          {"modes", "modesDock"},
                                                          {"equilibrium", "equilibriumDock"},
                                                          {"error", "errorDock"},
                                                          {"inside", "insideDock"},
                                                          {"linkage", "pathDock"},
                                                          {"offloading", "offloadDock"},
                                                          {"cost", "scalingDock"},
                                                          {"processors", "processorsDock"}};
    return docks;
}

}  // namespace

void WindowStage::hideRaised(const std::vector<std::string>& except) {
    for (const std::string& name : raised_)
        if (std::ranges::find(except, name) == except.end()) dockOf(name)->hide();
    raised_.clear();
}

QDockWidget* WindowStage::dockOf(const std::string& panel) const {
    return host_.window.findChild<QDockWidget*>(QString::fromLatin1(lessonDocks().at(panel)));
}

void WindowStage::raisePanels(const std::vector<std::string>& names) {
    if (projector_.isChecked() || names.empty()) return;
    // Room for these: panels of an earlier step go, and where two rows would be low the energy.
    constexpr int roomForOneRow = 800, roomForTwoRows = 1000;
    const bool below = std::ranges::any_of(names, [this](const std::string& name) {
        return host_.window.dockWidgetArea(dockOf(name)) == Qt::BottomDockWidgetArea;
    });
    if (host_.window.height() < (below ? roomForTwoRows : roomForOneRow))
        raised_.emplace_back("energy");
    hideRaised(names);
    for (const std::string& name : names) {
        host_.raise(dockOf(name)->objectName());
        raised_.push_back(name);
    }
}

void WindowStage::compare(const std::vector<Run>& others) {
    others_ = others;
    for (Run& other : others_) other.result = nullptr;
    if (workspace_.run.hasRun()) addOthers();
}

void WindowStage::tell(const QString& what, const QString& file, const Diagnostics& problems) {
    Q_EMIT host_.files.failed(what, file, problems);
}

/// Requires a run on screen.
void WindowStage::addOthers() {
    RunSet& runs = workspace_.runs;
    const RunSet::Gesture together(runs);
    runs.removeOthers();
    runs.forgetRemoved();
    for (const Run& other : others_)
        runs.setStyle(runs.add({.spec = other.experiment.spec,
                                .model = other.experiment.model,
                                .name = other.name}),
                      other.style);
}

/// Traces stay until the next model is shown.
void WindowStage::showTraces() {
    if (!traces_.empty()) Q_EMIT tracesWanted(traces_);
}

/// After the run has reached this time, as fast as possible.
void WindowStage::showTime(std::optional<double> time) {
    disconnect(waiting_);
    RunController& run = workspace_.run;
    run.playback().setSpeed(time ? 0.0 : 1.0);
    if (!time) return;
    waiting_ = connect(&run.playback(), &Playback::shownChanged, this, [=, this, &run] {
        if (run.playback().computedTime() < *time) return;
        disconnect(waiting_);
        run.playback().setSpeed(1.0);
        run.playback().seek(*time);
    });
    if (run.hasRun() && run.playback().computedTime() >= *time)
        Q_EMIT run.playback().shownChanged();
}

}  // namespace momentree::app

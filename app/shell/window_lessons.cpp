// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of MainWindow that lessons and help use.
#include <QDockWidget>
#include <map>

#include "app/base/dock.hpp"
#include "app/panels/help/help_window.hpp"
#include "app/panels/lessons/lesson_layout.hpp"
#include "app/panels/lessons/lesson_panel.hpp"
#include "app/panels/lessons/lesson_view.hpp"
#include "app/runs/run_set.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/file_commands.hpp"
#include "app/shell/main_window.hpp"
#include "app/shell/plot_docks.hpp"

namespace momentree::app {
namespace {

/// The window as lessons see it.
class WindowStage final : public LessonStage {
public:
    explicit WindowStage(MainWindow& window) : window_(window) {}

    bool mayReplaceModel() override { return window_.files().mayLose(); }

    void show(const LessonExperiment& experiment, const QString& name, bool playing) override {
        window_.run().clear();
        QObject::disconnect(starting_);
        starting_ = QObject::connect(&window_.run(), &RunController::runChanged, &window_,
                                     [this, name, playing] {
                                         QObject::disconnect(starting_);
                                         window_.runs().rename(window_.runs().currentId(), name);
                                         if (playing) window_.run().play();
                                         addOthers();
                                     });
        window_.document().replace(experiment.description, {});
    }

    void arrange(const LessonStep& step) override {
        Actions& actions = window_.actions();
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
        window_.raisePanels(step.panels);
        showTime(step.time);
    }

    void compare(const std::vector<std::pair<QString, LessonExperiment>>& others) override {
        others_ = others;
        if (window_.run().hasRun()) addOthers();
    }

    void tell(const QString& what, const QString& file, const Diagnostics& problems) override {
        window_.tellProblems(what, file, problems);
    }

private:
    /// There must be a run on screen that they stand beside.
    void addOthers() {
        if (window_.runs().items().size() > 1) window_.runs().removeOthers();
        for (const auto& [name, experiment] : others_)
            window_.runs().add({.spec = experiment.spec, .model = experiment.model, .name = name});
    }

    /// Once the run has come so far, which it does as fast as it can.
    void showTime(std::optional<double> time) {
        QObject::disconnect(waiting_);
        RunController& run = window_.run();
        run.setSpeed(time ? 0.0 : 1.0);
        if (!time) return;
        waiting_ = QObject::connect(&run, &RunController::shownChanged, &window_, [=, this, &run] {
            if (run.computedTime() < *time) return;
            QObject::disconnect(waiting_);
            run.setSpeed(1.0);
            run.seek(*time);
        });
        if (run.hasRun() && run.computedTime() >= *time) Q_EMIT run.shownChanged();
    }

    MainWindow& window_;
    QMetaObject::Connection starting_, waiting_;
    std::vector<std::pair<QString, LessonExperiment>> others_;
};

}  // namespace

void MainWindow::makeLessons() {
    stage_ = std::make_unique<WindowStage>(*this);
    lessons_ = new LessonPanel(catalogue_, *stage_, this);
    lessonsDock_ = addDock(this, "lessonsDock", tr("Lessons"), lessons_);
}

void MainWindow::connectLessons() {
    lessonLayout_ = std::make_unique<LessonLayout>(
        *this, *lessonsDock_,
        QList<QDockWidget*>{treeDock_, propertiesDock_, parametersDock_, historyDock_});
    using Mode = LessonLayout::Mode;
    const auto shown = [this](Mode mode) {
        lessonLayout_->set(mode);
        const bool active = mode != Mode::Off;
        actions_.lessonNext->setEnabled(active);
        actions_.lessonBack->setEnabled(active);
        actions_.projector->setEnabled(active);
        actions_.projector->setChecked(mode == Mode::Projector);
    };
    shown(Mode::Off);
    connect(lessons_, &LessonPanel::started, this, [this, shown] {
        if (lessonLayout_->mode() == Mode::Off) shown(Mode::Lesson);
    });
    // The list of lessons stays; closing its panel brings the drawing's panels back.
    connect(lessons_, &LessonPanel::left, this, [this, shown] {
        if (lessonLayout_->mode() == Mode::Projector) shown(Mode::Lesson);
    });
    const auto open = [this, shown](bool on) {
        if (on == (lessonLayout_->mode() != Mode::Off)) return;
        if (!on) lessons_->player().leave();
        shown(on ? Mode::Lesson : Mode::Off);
    };
    connect(actions_.lessons, &QAction::triggered, this,
            [this, open] { open(lessonLayout_->mode() == Mode::Off); });
    // Only once the window stands as it will: restoring an arrangement hides and shows docks. Docks
    // are also hidden with their window, which closes nothing.
    connect(
        lessonsDock_->toggleViewAction(), &QAction::toggled, this,
        [this, open] { open(!lessonsDock_->isHidden()); }, Qt::QueuedConnection);
    connect(actions_.lessonNext, &QAction::triggered, &lessons_->player(), &LessonPlayer::goOn);
    connect(actions_.lessonBack, &QAction::triggered, &lessons_->player(), &LessonPlayer::goBack);
    connect(actions_.projector, &QAction::triggered, this,
            [shown](bool on) { shown(on ? Mode::Projector : Mode::Lesson); });
    connect(&lessons_->view(), &LessonView::projectorWanted, actions_.projector, &QAction::trigger);
    connect(actions_.escape, &QAction::triggered, this, [this] {
        if (lessonLayout_->mode() == Mode::Projector) actions_.projector->trigger();
    });
    connect(&lessons_->view(), &LessonView::timePicked, &run_, &RunController::seek);
    connect(&run_, &RunController::shownChanged, this,
            [this] { lessons_->view().setShownTime(run_.shownTime()); });
    connect(actions_.formulationHelp, &QAction::triggered, this,
            [this] { showHelp(run_.hasRun() ? run_.session().spec().formulation : "drawing"); });
}

void MainWindow::closeLessons() {
    lessons_->player().leave();
    lessonLayout_->set(LessonLayout::Mode::Off);
}

void MainWindow::openLesson(const QString& folder) { lessons_->open(folder); }

void MainWindow::raisePanels(const std::vector<std::string>& names) {
    const std::map<std::string, QDockWidget*> docks{{"energy", plots_->energy()},
                                                    {"drift", plots_->drift()},
                                                    {"quantities", plots_->probes()},
                                                    {"phases", plots_->phases()},
                                                    {"xray", xrayDock_}};
    if (lessonLayout_ && lessonLayout_->mode() == LessonLayout::Mode::Projector) return;
    for (const std::string& name : names)
        if (const auto dock = docks.find(name); dock != docks.end()) {
            dock->second->show();
            dock->second->raise();
        }
}

void MainWindow::tellProblems(const QString& what, const QString& file,
                              const Diagnostics& problems) {
    Q_EMIT files_->failed(what, file, problems);
}

void MainWindow::showHelp(const std::string& topic) {
    if (!help_) help_ = new HelpWindow(this);
    help_->show();
    help_->raise();
    help_->activateWindow();
    help_->open(QString::fromStdString(topic));
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/xray/xray.hpp"

#include "app/base/background.hpp"
#include "app/document/loop_closing.hpp"
#include "app/document/selection.hpp"
#include "app/panels/xray/xray_panel.hpp"
#include "app/runs/live_model.hpp"
#include "app/runs/run_controller.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

constexpr int rest_ms = 200;

}  // namespace

Xray::Xray(Viewport& viewport, LiveModel& live, RunController& run, Selection& selection)
    : QObject(&viewport),
      viewport_(viewport),
      live_(live),
      run_(run),
      watch_(viewport, live, nullptr),
      stopped_(std::make_shared<std::atomic<bool>>(false)) {
    auto* gauge = new SingularityGauge(watch_, SingularityGauge::Without::SaysSo);
    panel_ = new XrayPanel(player_, gauge);
    viewport_.addLayer(&glow_);
    rest_.setSingleShot(true);
    rest_.setInterval(rest_ms);
    connect(&rest_, &QTimer::timeout, this, [this] {
        if (shown_ && !run_.playback().playing() && shownPose().time != lookedTime_) look();
    });
    connect(&live_, &LiveModel::changed, this, &Xray::followModel);
    connect(&run_.playback(), &Playback::shownChanged, this, &Xray::followRun);
    connect(&run_.playback(), &Playback::stateChanged, this, &Xray::followRun);
    connect(&viewport_, &Viewport::framePainted, &watch_, &SingularityWatch::follow);
    connect(panel_, &XrayPanel::playWanted, this, &Xray::play);
    connect(panel_, &XrayPanel::jointsChosen, &selection,
            [&selection](const std::vector<Element>& joints) { selection.set(joints); });
    connect(&player_, &MotionPlayer::pose, this, [this](const std::vector<BodyState>& bodies) {
        const CheckedModel& checked = live_.checked();
        std::vector<double> row = rowOf(*checked.layout, bodies);
        row[0] = player_.time();
        viewport_.showRow(*checked.layout, row);
    });
    connect(&player_, &MotionPlayer::changed, this, [this] {
        const auto sight = viewport_.sight();
        const bool same = sight && &sight->model == live_.checked().model.get();
        if (!player_.playing() && same) Q_EMIT poseLeft();
    });
}

Xray::~Xray() { *stopped_ = true; }

void Xray::setShown(bool shown) {
    shown_ = shown;
    glow_.setShown(shown);
    if (!shown) player_.stop();
    if (shown && (looked_ != live_.checked().model.get() || shownPose().time != lookedTime_))
        look();
    viewport_.update();
}

void Xray::followModel() {
    player_.stop();
    stopLooking();
    looked_ = nullptr;
    glow_.setJoints({});
    if (shown_) look();
}

/// If the pose changes while motions are shown, restarts them there, unless the run is moving.
void Xray::followRun() {
    // Redundancy depends on the pose: analyses that of the picture after it stops.
    if (shown_) rest_.start();
    if (!player_.playing()) return;
    if (run_.playback().playing()) return player_.stop();
    if (live_.runIsCurrent() && run_.playback().shownTime() != player_.time()) play(true);
}

void Xray::stopLooking() {
    *stopped_ = true;
    Q_EMIT looking(false);
}

void Xray::cancelLook() {
    stopLooking();
    looked_ = nullptr;
    panel_->showMessage(tr("The analysis was cancelled."));
}

void Xray::look() {
    const CheckedModel& checked = live_.checked();
    looked_ = checked.model.get();
    stopLooking();
    report_ = {};
    if (isBeingAssembled(checked)) return panel_->showMessage(tr("Looking …"));
    if (live_.closing().cancelled())
        return panel_->showMessage(tr("The loops are not closed. Close them from the status bar."));
    if (!checked.assembled)
        return panel_->showMessage(
            checked.problems.empty()
                ? tr("The model is empty.")
                : tr("The mechanism cannot be assembled; see the status bar."));
    if (const auto& torn = watch_.torn())
        return panel_->showMessage(
            tr("%1 is open at the displayed time: go back to a time when the loops are closed.")
                .arg(QString::fromStdString(torn->name)));
    panel_->showMessage(tr("Looking …"));
    stopped_ = std::make_shared<std::atomic<bool>>(false);
    lookedTime_ = shownPose().time;
    const auto job = [model = checked.model, pose = recordedPose(), stopped = stopped_] {
        return xrayOf(*model, pose.time, pose.bodies, [stopped] { return stopped->load(); });
    };
    Q_EMIT looking(true);
    inBackground(this, job, [this, model = checked.model, stopped = stopped_](XrayReport found) {
        if (*stopped || looked_ != model.get()) return;
        Q_EMIT looking(false);
        report_ = std::move(found);
        glow_.setJoints(report_.overheld);
        panel_->showReport(*model, report_);
        viewport_.update();
    });
}

void Xray::play(bool play) {
    if (!play) return player_.stop();
    if (run_.playback().playing()) run_.playback().pause();
    const CheckedModel& checked = live_.checked();
    if (!checked.assembled) return player_.stop();
    Pose pose = shownPose();
    player_.start(checked.model, pose.time, std::move(pose.bodies));
}

Xray::Pose Xray::shownPose() const {
    if (!live_.runIsCurrent()) return {0.0, live_.checked().start};
    return poseOf(run_.playback().shownTime(), run_.playback().shownRow());
}

/// Between two rows the joints have gaps, so a recorded row is analysed.
Xray::Pose Xray::recordedPose() const {
    if (!live_.runIsCurrent()) return {0.0, live_.checked().start};
    const Recording& rows = *run_.session().recording();
    const double t = run_.playback().shownTime();
    std::size_t k = rows.rowAt(t);
    if (k + 1 < rows.size() && rows.at(k + 1, 0) - t < t - rows.at(k, 0)) ++k;
    return poseOf(rows.at(k, 0), rows.row(k));
}

Xray::Pose Xray::poseOf(double time, std::span<const double> row) const {
    Pose pose{time, live_.checked().start};
    const RowLayout& layout = run_.session().layout();
    for (std::size_t i = 0; i < pose.bodies.size(); ++i) {
        const Frame frame = poseIn(layout, row, static_cast<int>(i));
        pose.bodies[i].r = frame.r;
        pose.bodies[i].e = quaternionOf<double>(frame.R);
    }
    return pose;
}

}  // namespace momentree::app

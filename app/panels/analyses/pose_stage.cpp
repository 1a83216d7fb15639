// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/pose_stage.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/checked_model.hpp"
#include "app/runs/run_controller.hpp"
#include "app/scene/label.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

constexpr int frameOfPoses_ms = 33;

}  // namespace

PoseStage::PoseStage(Viewport& viewport, RunController& run) : viewport_(viewport), run_(run) {
    viewport_.addLayer(this);
    timer_.setInterval(frameOfPoses_ms);
    connect(&timer_, &QTimer::timeout, this, &PoseStage::tick);
    const auto yield = [this] {
        if (!shows_) return;
        stop();
        shows_ = false;
        remark_.reset();
    };
    connect(&run_.playback(), &Playback::shownChanged, this, yield);
}

void PoseStage::draw(const std::vector<BodyState>& pose) {
    const auto sight = viewport_.sight();
    if (!sight || sight->model.bodies.size() != pose.size()) return;
    shows_ = true;
    pose_ = pose;
    const std::vector<double> row = rowOf(sight->layout, pose);
    viewport_.showRow(sight->layout, row);
    // Poses in turn are fitted together.
    if (!viewport_.scene().showsAll()) keepInView(timer_.isActive() ? poses_ : Poses());
    viewport_.update();
}

/// The run may have taken a fitted view elsewhere.
void PoseStage::keepInView(const Poses& poses) {
    const auto sight = viewport_.sight();
    if (!sight || !viewport_.scene().viewpoint().fitted) return;
    std::vector<std::vector<double>> rows{{sight->row.begin(), sight->row.end()}};
    for (const std::vector<BodyState>& pose : poses) rows.push_back(rowOf(sight->layout, pose));
    const std::vector<std::span<const double>> all(rows.begin(), rows.end());
    viewport_.edit().fit(sight->layout, all);
}

void PoseStage::show(const std::vector<BodyState>& pose, std::optional<Remark> remark) {
    stop();
    if (run_.playback().playing()) run_.playback().pause();
    remark_ = std::move(remark);
    draw(pose);
}

void PoseStage::play(Poses poses, double seconds, bool again) {
    if (poses.empty()) return;
    if (run_.playback().playing()) run_.playback().pause();
    remark_.reset();
    poses_ = std::move(poses);
    seconds_ = seconds;
    again_ = again;
    clock_.start();
    timer_.start();
    tick();
    Q_EMIT playingChanged(true);
}

void PoseStage::stop() {
    if (!timer_.isActive()) return;
    timer_.stop();
    Q_EMIT playingChanged(false);
}

void PoseStage::leave() {
    stop();
    remark_.reset();
    if (std::exchange(shows_, false)) Q_EMIT left();
}

void PoseStage::tick() {
    const double turns = 1e-3 * static_cast<double>(clock_.elapsed()) / seconds_;
    const auto count = static_cast<double>(poses_.size());
    const double at = again_ ? turns - std::floor(turns) : std::min(turns, 1.0);
    draw(poses_[std::min(poses_.size() - 1, static_cast<std::size_t>(at * count))]);
    if (!again_ && turns >= 1.0) stop();
}

void PoseStage::paint(QPainter& painter, const Sight& sight) {
    if (!shows_ || !remark_) return;
    // Something else may have drawn another pose, for which the remark is wrong.
    if (sight.model.bodies.size() != pose_.size()) return;
    for (std::size_t i = 0; i < pose_.size(); ++i)
        if (sight.pose(static_cast<int>(i)).r != pose_[i].r) return;
    const Vector3d place = sight.place(remark_->at);
    if (canBeSeen(sight, place)) paintLabel(painter, sight.toView(place), remark_->text);
}

}  // namespace momentree::app

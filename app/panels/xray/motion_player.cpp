// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/xray/motion_player.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/base/background.hpp"

namespace momentree::app {
namespace {

constexpr int frame_ms = 33;
constexpr double period_s = 2.4;
constexpr int steps = 16;          ///< poses on each side
constexpr double distance = 0.12;  ///< of the farthest pose, relative to the size of the mechanism
constexpr double angle = 0.45;     ///< [rad]

double sizeOf(const std::vector<BodyState>& bodies, const Model& model) {
    Eigen::AlignedBox3d box;
    const auto add = [&](const Marker& marker) {
        if (marker.body == ground) return static_cast<void>(box.extend(marker.frame.r));
        const BodyState& body = bodies[static_cast<std::size_t>(marker.body)];
        box.extend(Vector3d(body.r + rotationOf<double>(body.e) * marker.frame.r));
    };
    for (const JointElement& joint : model.joints) {
        add(joint.A);
        add(joint.B);
    }
    for (const BodyState& body : bodies) box.extend(body.r);
    return std::max(box.isEmpty() ? 0.0 : box.diagonal().norm(), 1e-6);
}

}  // namespace

MotionPlayer::MotionPlayer(QObject* parent) : QObject(parent) {
    timer_.setInterval(frame_ms);
    connect(&timer_, &QTimer::timeout, this, &MotionPlayer::tick);
}

void MotionPlayer::start(std::shared_ptr<const Model> model, double t,
                         std::vector<BodyState> bodies) {
    model_ = std::move(model);
    t_ = t;
    bodies_ = std::move(bodies);
    playing_ = true;
    const int generation = ++generation_;
    const auto find = [m = model_, t, b = bodies_] { return freeMotions(*m, t, b); };
    inBackground(this, find, [this, generation](std::vector<FreeMotion> motions) {
        if (generation != generation_) return;
        motions_ = std::move(motions);
        if (motions_.empty()) return stop();
        index_ = std::min(index_, count() - 1);
        swing();
    });
}

void MotionPlayer::stop() {
    ++generation_;
    timer_.stop();
    if (!playing_) return;
    playing_ = false;
    Q_EMIT changed();
}

void MotionPlayer::show(int index) {
    if (motions_.empty()) return;
    index_ = (index % count() + count()) % count();
    if (playing_) swing();
}

void MotionPlayer::swing() {
    const int generation = ++generation_;
    const auto follow = [m = model_, t = t_, b = bodies_,
                         motion = motions_[static_cast<std::size_t>(index_)]] {
        const double reach = reachOf(*m, t, b, motion, distance * sizeOf(b, *m), angle);
        return swingAlong(*m, t, b, motion, reach, steps);
    };
    inBackground(this, follow, [this, generation](Swing swing) {
        if (generation != generation_) return;
        swing_ = std::move(swing);
        clock_.start();
        timer_.start();
        Q_EMIT changed();
    });
}

void MotionPlayer::tick() {
    const double phase = 2.0 * std::numbers::pi * static_cast<double>(clock_.elapsed()) * 1e-3;
    const double s = std::sin(phase / period_s);
    const auto back = static_cast<double>(swing_.middle);
    const double ahead = static_cast<double>(swing_.poses.size() - 1) - back;
    const double at = back + s * (s < 0.0 ? back : ahead);
    Q_EMIT pose(swing_.poses[static_cast<std::size_t>(std::lround(at))]);
}

QString MotionPlayer::text() const {
    if (motions_.empty() || !model_) return {};
    const FreeMotion& motion = motions_[static_cast<std::size_t>(index_)];
    const TreeBody& tree = model_->tree.bodies[static_cast<std::size_t>(motion.lead)];
    const QString body =
        QString::fromStdString(model_->bodies[static_cast<std::size_t>(tree.body)].name);
    const QString lead =
        tree.element < 0 ? tr("%1 moves freely").arg(body)
                         : tr("%1 leads")
                               .arg(QString::fromStdString(
                                   model_->joints[static_cast<std::size_t>(tree.element)].name));
    return tr("Motion %1 of %2: %3").arg(index_ + 1).arg(count()).arg(lead);
}

}  // namespace momentree::app

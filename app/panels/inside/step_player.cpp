// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inside/step_player.hpp"

#include <algorithm>

namespace momentree::app {
namespace {

// Small trees are played slowly enough to follow; large ones take this total time.
constexpr int slowest_ms = 350, fastest_ms = 30, whole_ms = 30000;

}  // namespace

StepPlayer::StepPlayer(QObject* parent) : QObject(parent) {
    connect(&timer_, &QTimer::timeout, this, &StepPlayer::tick);
}

void StepPlayer::setSteps(EvaluationSteps steps) {
    const bool same = steps.count() == steps_.count();
    if (!same) play(false);
    steps_ = std::move(steps);
    if (!same) current_ = 0;
    Q_EMIT moved();
}

void StepPlayer::goTo(int step) {
    const int to = std::clamp(step, 0, std::max(0, steps_.count() - 1));
    if (to == current_) return;
    current_ = to;
    Q_EMIT moved();
}

void StepPlayer::nextNode() {
    if (steps_.count() == 0) return;
    const int piece = steps_.pieceOf(current_) + 1;
    goTo(piece < steps_.pieceCount() ? steps_.firstOf(piece) : steps_.count() - 1);
}

void StepPlayer::previousNode() {
    if (steps_.count() == 0) return;
    const int own = steps_.firstOf(steps_.pieceOf(current_));
    goTo(current_ > own ? own : steps_.firstOf(std::max(0, steps_.pieceOf(current_) - 1)));
}

void StepPlayer::play(bool play) {
    if (play == playing() || (play && steps_.count() == 0)) return;
    if (play) {
        if (current_ == steps_.count() - 1) toStart();
        timer_.start(std::clamp(whole_ms / steps_.pieceCount(), fastest_ms, slowest_ms));
    } else {
        timer_.stop();
    }
    Q_EMIT playingChanged(play);
}

void StepPlayer::tick() {
    const int pieces = std::max(1, steps_.pieceCount() * fastest_ms / whole_ms);
    for (int k = 0; k < pieces - 1; ++k) {
        const int piece = steps_.pieceOf(current_) + 1;
        if (piece >= steps_.pieceCount()) break;
        current_ = steps_.firstOf(piece);
    }
    nextNode();
    if (current_ == steps_.count() - 1) play(false);
}

void StepPlayer::showNode(int node) {
    if (steps_.count() == 0) return;
    if (const int step = steps_.find(node, current_); step >= 0) goTo(step);
}

}  // namespace momentree::app

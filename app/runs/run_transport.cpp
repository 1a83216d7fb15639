// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of RunController that determine the shown time: play, step and scrub.
#include <algorithm>

#include "app/runs/run_controller.hpp"
#include "app/runs/shown_row.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::app {
namespace {

/// Replay speed of a run without speed limit, in history seconds per wall second.
constexpr double replayWithoutLimit = 10.0;
/// A jump this close to the newest row of a growing history follows it; relative to the duration.
constexpr double nearlyNewest = 0.005;

}  // namespace

void RunController::play() {
    if (preparation_->underwayAfterEdit()) preparation_->setPlaysAfterwards(true);
    if (!session_) return;
    // A run ended by a lost link continues; others are replayed.
    if (live_ && ended()) session_->play();
    if (live_ && ended() && wentOn()) return startOver(true);
    if (live_ && ended()) {
        live_ = false;
        showRow(0);
        Q_EMIT shownChanged();
    }
    if (live_) {
        session_->play();
    } else {
        replaying_ = true;
    }
    Q_EMIT stateChanged();
    wake();
}

void RunController::pause() {
    if (!session_) return;
    if (live_) session_->pause();
    awaitedRows_ = 0;
    replaying_ = false;
    Q_EMIT stateChanged();
    wake();
}

void RunController::togglePlay() {
    if (!willPlay()) return play();
    if (preparation_->underwayAfterEdit()) preparation_->setPlaysAfterwards(false);
    pause();
}

void RunController::stepForward() {
    if (!session_) return;
    if (live_) {
        if (ended()) return;
        awaitedRows_ = std::max(awaitedRows_, session_->recording()->size()) + 1;
        session_->stepOnce();
        wake();
        return;
    }
    replaying_ = false;
    const auto rows = session_->recording();
    const Recording& recording = *rows;
    const std::size_t next = recording.rowAt(shown_) + 1;
    if (next >= recording.size()) return goLive();
    live_ = next + 1 == recording.size();
    showRow(next);
    Q_EMIT shownChanged();
    Q_EMIT stateChanged();
}

void RunController::stepBack() {
    if (!session_) return;
    if (live_) session_->pause();
    awaitedRows_ = 0;
    replaying_ = false;
    const auto rows = session_->recording();
    const Recording& recording = *rows;
    std::size_t index = recording.rowAt(shown_);
    if (recording.at(index, 0) >= shown_ && index > 0) --index;
    live_ = false;
    showRow(index);
    Q_EMIT shownChanged();
    Q_EMIT stateChanged();
    wake();
}

void RunController::seek(double time) {
    if (!session_) return;
    const auto rows = session_->recording();
    const Recording& recording = *rows;
    std::size_t index = recording.rowAt(time);
    if (index + 1 < recording.size() &&
        recording.at(index + 1, 0) - time < time - recording.at(index, 0))
        ++index;
    replaying_ = false;
    const double newest = recording.at(recording.size() - 1, 0), toNewest = newest - time;
    const double length = isEndless(session_->spec()) ? newest : session_->spec().duration;
    live_ = index + 1 == recording.size() || (computing() && toNewest < nearlyNewest * length);
    showRow(index);
    Q_EMIT shownChanged();
    Q_EMIT stateChanged();
    wake();
}

void RunController::showAt(double time) {
    if (!session_) return;
    replaying_ = false;
    live_ = false;
    show(std::clamp(time, 0.0, computedTime()));
    Q_EMIT shownChanged();
}

void RunController::goLive() {
    if (!session_) return;
    replaying_ = false;
    live_ = true;
    showRow(session_->recording()->size() - 1);
    Q_EMIT shownChanged();
    Q_EMIT stateChanged();
    wake();
}

void RunController::setSpeed(double factor) {
    speed_ = factor;
    if (session_) session_->setSpeed(factor);
    Q_EMIT stateChanged();
}

void RunController::setLoop(bool loop) { loop_ = loop; }

/// Stays slightly behind the newest row, so that slow motion is smooth between two rows.
double RunController::liveTime(double wallSeconds) {
    const double newest = computedTime();
    if (speed_ <= 0.0) return newest;
    const double lag = std::max(1.5 * session_->spec().sample, 0.05 * speed_);
    return std::clamp(shown_ + wallSeconds * speed_,
                      std::min(std::max(newest - lag, shown_), newest), newest);
}

void RunController::advanceReplay(double wallSeconds) {
    const double factor = speed_ > 0.0 ? speed_ : replayWithoutLimit;
    const double end = computedTime();
    const double next = shown_ + wallSeconds * factor;
    if (next < end) return show(next);
    if (loop_ && !computing() && wentOn()) {
        if (!preparing()) startOver(true);
        return;
    }
    if (loop_ && !computing()) return showRow(0);
    replaying_ = false;
    live_ = true;
    showRow(session_->recording()->size() - 1);
    if (!ended()) session_->play();
    Q_EMIT stateChanged();
}

void RunController::show(double time) {
    rowForDisplay(*session_->recording(), session_->layout(),
                  static_cast<int>(model().bodies.size()), time, row_);
    shown_ = time;
}

void RunController::showRow(std::size_t index) {
    const auto rows = session_->recording();
    // Thinning may have removed rows since the index was computed.
    const auto row = rows->row(std::min(index, rows->size() - 1));
    std::copy(row.begin(), row.end(), row_.begin());
    shown_ = row[0];
}

}  // namespace momentree::app

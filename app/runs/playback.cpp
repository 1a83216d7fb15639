// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/playback.hpp"

#include <QCoreApplication>
#include <QPointer>
#include <algorithm>
#include <utility>

#include "app/runs/shown_row.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::app {
namespace {

constexpr int tickInterval_ms = 16;
constexpr int figuresInterval_ms = 200;
/// Replay speed of a run without speed limit, in history seconds per wall second.
constexpr double replayWithoutLimit = 10.0;
/// A jump this close to the newest row of a growing history follows it; relative to the duration.
constexpr double nearlyNewest = 0.005;

}  // namespace

Playback::Playback() {
    timer_.setTimerType(Qt::PreciseTimer);
    timer_.setInterval(tickInterval_ms);
    connect(&timer_, &QTimer::timeout, this, &Playback::tick);
}

void Playback::hold(std::shared_ptr<Session> session, bool wentOn) {
    session_ = std::move(session);
    wentOn_ = wentOn;
    session_->setSpeed(speed_);
    // The session's thread may still be in this call after it has been replaced, and after this
    // object has been destroyed: only the GUI thread can tell whether it exists.
    session_->onStateChange([self = QPointer(this)] {
        QMetaObject::invokeMethod(
            qApp,
            [self] {
                if (self) self->wake();
            },
            Qt::QueuedConnection);
    });
    row_.assign(static_cast<std::size_t>(session_->recording()->width()), 0.0);
    live_ = true;
    replaying_ = false;
    lastState_ = session_->figures().state;
    awaitedRows_ = 0;
}

void Playback::attach(std::shared_ptr<Session> session, bool wentOn) {
    hold(std::move(session), wentOn);
    showRow(0);
}

bool Playback::replace(std::shared_ptr<Session> session, bool wentOn) {
    const bool moving = playing();
    const double shown = shown_;
    detach();
    hold(std::move(session), wentOn);
    if (!moving) session_->pause();
    const auto rows = session_->recording();
    const Recording& recording = *rows;
    const std::size_t index = recording.rowAt(shown);
    live_ = index + 1 == recording.size();
    live_ ? showRow(index) : show(std::max(shown, recording.at(0, 0)));
    return moving;
}

std::shared_ptr<Session> Playback::detach() {
    timer_.stop();
    row_.clear();
    shown_ = 0.0;
    live_ = true;
    replaying_ = false;
    if (session_) session_->onStateChange({});
    return std::exchange(session_, nullptr);
}

void Playback::start(bool playing) {
    Q_EMIT shownChanged();
    if (playing) play();
    wake();
}

void Playback::play() {
    if (!session_) return;
    // A run ended by a lost link continues; others are replayed.
    if (live_ && ended()) session_->play();
    if (live_ && ended() && wentOn_) return startOverWanted();
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

void Playback::pause() {
    if (!session_) return;
    if (live_) session_->pause();
    awaitedRows_ = 0;
    replaying_ = false;
    Q_EMIT stateChanged();
    wake();
}

void Playback::stepForward() {
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

void Playback::stepBack() {
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

void Playback::seek(double time) {
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

void Playback::showAt(double time) {
    if (!session_) return;
    replaying_ = false;
    live_ = false;
    show(std::clamp(time, 0.0, computedTime()));
    Q_EMIT shownChanged();
}

void Playback::goLive() {
    if (!session_) return;
    replaying_ = false;
    live_ = true;
    showRow(session_->recording()->size() - 1);
    Q_EMIT shownChanged();
    Q_EMIT stateChanged();
    wake();
}

void Playback::setSpeed(double factor) {
    speed_ = factor;
    if (session_) session_->setSpeed(factor);
    Q_EMIT stateChanged();
}

bool Playback::computing() const {
    return session_ && session_->figures().state == RunState::Running;
}

bool Playback::ended() const {
    const RunState state = figures().state;
    return state == RunState::Finished || state == RunState::Failed;
}

bool Playback::playing() const { return live_ ? computing() : replaying_; }

double Playback::computedTime() const {
    if (!session_) return 0.0;
    const auto rows = session_->recording();
    const Recording& recording = *rows;
    return recording.at(recording.size() - 1, 0);
}

void Playback::wake() {
    if (!session_ || timer_.isActive()) return;
    wall_.start();
    sinceFigures_.invalidate();
    timer_.start();
}

void Playback::tick() {
    // Leaves a quarter of the time to input and other widgets, however slow frames are.
    const double pace_ms = frameCost_ / 0.75;
    if (timer_.isActive() && pace_ms > tickInterval_ms &&
        static_cast<double>(wall_.elapsed()) < pace_ms)
        return;
    const double wallSeconds = static_cast<double>(wall_.nsecsElapsed()) * 1e-9;
    wall_.restart();
    const RunState state = figures().state;
    const double before = shown_;

    if (live_) {
        if (state == RunState::Running) {
            show(liveTime(wallSeconds));
        } else {
            showRow(session_->recording()->size() - 1);
            if (loop_ && lastState_ == RunState::Running && state == RunState::Finished) play();
        }
    } else if (replaying_) {
        advanceReplay(wallSeconds);
    }
    if (shown_ != before) Q_EMIT shownChanged();
    if (state != lastState_) {
        lastState_ = state;
        Q_EMIT stateChanged();
    }
    // A thinned recording has other rows than those counted.
    if (session_->recording()->thinnings() != thinnings_) awaitedRows_ = 0;
    thinnings_ = session_->recording()->thinnings();
    const bool stepping = session_->recording()->size() < awaitedRows_ && state == RunState::Paused;
    const bool rest = state != RunState::Running && !replaying_ && !stepping;
    if (rest) timer_.stop();
    if (rest || !sinceFigures_.isValid() || sinceFigures_.elapsed() >= figuresInterval_ms) {
        sinceFigures_.start();
        Q_EMIT figuresChanged();
    }
}

/// Stays slightly behind the newest row, so that slow motion is smooth between two rows.
double Playback::liveTime(double wallSeconds) const {
    const double newest = computedTime();
    if (speed_ <= 0.0) return newest;
    const double lag = std::max(1.5 * session_->spec().sample, 0.05 * speed_);
    return std::clamp(shown_ + wallSeconds * speed_,
                      std::min(std::max(newest - lag, shown_), newest), newest);
}

void Playback::advanceReplay(double wallSeconds) {
    const double factor = speed_ > 0.0 ? speed_ : replayWithoutLimit;
    const double end = computedTime();
    const double next = shown_ + wallSeconds * factor;
    if (next < end) return show(next);
    if (loop_ && !computing() && wentOn_) return startOverWanted();
    if (loop_ && !computing()) return showRow(0);
    replaying_ = false;
    live_ = true;
    showRow(session_->recording()->size() - 1);
    if (!ended()) session_->play();
    Q_EMIT stateChanged();
}

void Playback::show(double time) {
    rowForDisplay(*session_->recording(), session_->layout(),
                  static_cast<int>(session_->model().bodies.size()), time, row_);
    shown_ = time;
}

void Playback::showRow(std::size_t index) {
    const auto rows = session_->recording();
    // Thinning may have removed rows since the index was computed.
    const auto row = rows->row(std::min(index, rows->size() - 1));
    std::copy(row.begin(), row.end(), row_.begin());
    shown_ = row[0];
}

}  // namespace momentree::app

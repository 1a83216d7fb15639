// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <span>
#include <vector>

#include "core/session/session.hpp"

namespace momentree::app {

/// Plays, steps and scrubs a session, and has the row to draw. The session, which computes, is
/// independent of the shown time, which follows the newest row ("live") or is anywhere in the
/// history.
class Playback final : public QObject {
    Q_OBJECT
public:
    Playback();

    /// Shows the first row of a session that has not been started.
    /// @param wentOn it continues another one after an edit: repeating it needs a new one
    void attach(std::shared_ptr<Session> session, bool wentOn);
    /// Shows another session at the shown time. Returns whether the previous one was playing.
    bool replace(std::shared_ptr<Session> session, bool wentOn);
    /// Nothing is shown any more. Returns the session, which goes on as it is.
    std::shared_ptr<Session> detach();
    /// After listeners know the session: shows it, and plays if wanted.
    void start(bool playing);
    const std::shared_ptr<Session>& session() const { return session_; }

    void play();
    void pause();
    void stepForward();  ///< next row of the history; at its end computes one more
    void stepBack();
    void seek(double time);    ///< shows this time [s]; computing continues
    void showAt(double time);  ///< shows exactly this time, between two rows: for pictures
    void goLive();
    void setSpeed(double factor);  ///< simulated seconds per wall second, 0 = as fast as possible
    void setLoop(bool loop) { loop_ = loop; }  ///< replays a finished run from the start

    bool live() const { return live_; }
    bool playing() const;    ///< the picture moves: live or replay
    bool computing() const;  ///< the session is running, independent of the shown time
    bool ended() const;      ///< finished or failed
    /// Nothing moves and no processor time is used.
    bool resting() const { return !timer_.isActive(); }
    double speed() const { return speed_; }
    bool loop() const { return loop_; }
    double shownTime() const { return shown_; }
    double computedTime() const;  ///< of the newest row [s]
    /// Values at the shown time, as wide as the recording; empty without a session.
    std::span<const double> shownRow() const { return row_; }
    RunFigures figures() const { return session_ ? session_->figures() : RunFigures{}; }

    /// Reports the cost of a frame [ms]; frames are skipped to keep the window responsive.
    void noteFrameCost(double milliseconds) { frameCost_ = milliseconds; }

Q_SIGNALS:
    void shownChanged();    ///< the shown time or its row
    void figuresChanged();  ///< several times a second, and once when a run stops
    void stateChanged();    ///< playing, paused, live, finished or failed
    void startOverWanted();

private:
    void hold(std::shared_ptr<Session> session, bool wentOn);
    void wake();
    void tick();
    void advanceReplay(double wallSeconds);
    double liveTime(double wallSeconds) const;
    void show(double time);
    void showRow(std::size_t index);

    std::shared_ptr<Session> session_;
    bool wentOn_ = false;
    std::vector<double> row_;
    double shown_ = 0.0;
    double speed_ = 1.0;
    bool live_ = true;
    bool replaying_ = false;
    bool loop_ = false;

    QTimer timer_;
    QElapsedTimer wall_, sinceFigures_;
    double frameCost_ = 0.0;
    RunState lastState_ = RunState::Paused;
    std::size_t awaitedRows_ = 0;  ///< number of rows after the requested single steps
    int thinnings_ = 0;            ///< of the recording, at the last read
};

}  // namespace momentree::app

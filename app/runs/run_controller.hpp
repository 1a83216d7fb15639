// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QFuture>
#include <QObject>
#include <QString>
#include <QTimer>
#include <span>
#include <vector>

#include "app/runs/preparation.hpp"

namespace momentree::app {

/// The run on screen: prepares it off the GUI thread, plays, steps and scrubs it, and says what to
/// draw. Two things are kept apart: the session, which computes, and the shown time, which follows
/// the newest row ("live") or is anywhere in the history.
class RunController final : public QObject {
    Q_OBJECT
public:
    explicit RunController(std::shared_ptr<const Catalogue> catalogue, QObject* parent = nullptr);
    ~RunController() override;

    // What to run.
    void open(const QString& file);  ///< starts playing once it is ready
    void reload();                   ///< the same file again, keeps playing or paused
    void restart();                  ///< exact reset: back to the start, empty history, paused
    void toStart();                  ///< pauses and shows time 0, with the history if it has it
    void applySpec(const RunSpec& spec);  ///< from the start, keeps playing or paused
    /// The model after an edit: keeps playing or paused, from time 0 or on from the shown instant.
    /// Settings that the user has not chosen follow the model.
    void applyModel(std::shared_ptr<const Model> model, const QString& file, bool onwards = false);
    /// The model of the run stays: a drawn one that is still being prepared is not wanted any more.
    void keepModel();
    /// Where the motion on screen could go on with that model; nothing if it cannot.
    std::optional<LaterStart> carriedTo(const Model& model) const;
    void takeFile(const QString& file) { file_ = file.toStdString(); }  ///< saved under that name
    /// Forgets the run: there is nothing that could move.
    void clear();
    /// Shows another run at the shown time, playing or paused as before. The one that was here is
    /// let go without being ended.
    void take(PreparedRun run);

    // Transport.
    void play();
    void pause();
    void togglePlay();   ///< or lets what is still being prepared play once it is ready
    void stepForward();  ///< next row of the history; at its end computes one more
    void stepBack();
    void seek(double time);    ///< shows that instant [s]; computing continues
    void showAt(double time);  ///< that very instant, a blend between two rows: for pictures
    void goLive();
    void setSpeed(double factor);  ///< simulated per wall second, 0 = as fast as it goes
    void setLoop(bool loop);       ///< what has come to its end is shown again from the start

    // What is there.
    bool hasRun() const { return session_ != nullptr; }
    QString file() const { return QString::fromStdString(file_); }
    const Model& model() const { return session_->model(); }
    std::shared_ptr<const Model> sharedModel() const { return session_->sharedModel(); }
    const Session& session() const { return *session_; }
    std::shared_ptr<Session> sharedSession() const { return session_; }
    const AssemblyReport& assembly() const { return assembly_; }
    const Diagnostics& warnings() const { return warnings_; }
    /// Where the run began if it is a branch of another.
    const std::optional<RunPoint>& from() const { return from_; }
    RunFigures figures() const;

    bool live() const { return live_; }
    bool playing() const;    ///< the picture moves: live computing, or a replay
    bool willPlay() const;   ///< or what is being prepared after an edit will
    bool computing() const;  ///< the session runs, independent of what is shown
    bool ended() const;      ///< finished or failed: nothing more to compute
    bool preparing() const { return preparation_->underway(); }
    Preparation& preparation() const { return *preparation_; }
    /// Whether an instant between start and end is shown, from which a run could go on.
    bool underway() const;
    bool resting() const {
        return !timer_.isActive();
    }  ///< nothing moves: no processor time is used
    double speed() const { return speed_; }
    bool loop() const { return loop_; }
    double shownTime() const { return shown_; }
    double computedTime() const;  ///< of the newest row [s]
    /// Values at the shown time, wide as the recording; empty without a run.
    std::span<const double> shownRow() const { return row_; }

    /// The view reports what a frame cost [ms]; frames are left out to keep the window responsive.
    void noteFrameCost(double milliseconds) { frameCost_ = milliseconds; }

Q_SIGNALS:
    void opened();                     ///< before runChanged: the model comes from a file
    void runChanged(bool newModel);    ///< another session; its recording starts at time 0
    void shownChanged();               ///< the shown time or row
    void figuresChanged();             ///< some times a second, and once when a run comes to rest
    void stateChanged();               ///< playing, paused, live, finished, failed
    void preparingChanged(bool slow);  ///< true after 0.3 s of preparation, false at its end
    void refused(const momentree::app::Refusal& refusal);

private:
    void prepareFrom(const QString& file, bool playAfterwards);
    /// Whether the run took over from another at an edit: before that there is no record of it.
    bool wentOn() const;
    void startOver(bool playAfterwards);
    /// Another run of the model that is here.
    void prepareSame(const RunSpec& spec, const std::optional<RunPoint>& from, bool playAfterwards);
    RunPoint shownPoint() const;
    void adopt(PreparedRun run, bool play, bool fromFile);
    void attach(PreparedRun run);
    void retire();
    void wake();
    void tick();
    void advanceReplay(double wallSeconds);
    void show(double time);
    void showRow(std::size_t index);
    double liveTime(double wallSeconds);

    std::shared_ptr<const Catalogue> catalogue_;
    std::string file_;
    std::shared_ptr<Session> session_;
    AssemblyReport assembly_;
    Diagnostics warnings_;
    std::optional<RunPoint> from_;
    std::vector<QFuture<void>> retiring_;

    Preparation* preparation_;
    bool settingsChosen_ = false;  ///< by the user, since the file was opened

    QTimer timer_;
    QElapsedTimer wall_, sinceFigures_;
    double frameCost_ = 0.0;
    std::vector<double> row_;
    double shown_ = 0.0;
    double speed_ = 1.0;
    bool live_ = true;
    bool replaying_ = false;
    bool loop_ = false;
    RunState lastState_ = RunState::Paused;
    std::size_t awaitedRows_ = 0;  ///< rows that the single steps asked for will have made
    int thinnings_ = 0;            ///< of the recording, when last read
};

}  // namespace momentree::app

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

/// The run on screen. Prepares it off the GUI thread, plays, steps and scrubs it, and provides the
/// row to draw. The session, which computes, is independent of the shown time, which follows the
/// newest row ("live") or is anywhere in the history.
class RunController final : public QObject {
    Q_OBJECT
public:
    explicit RunController(std::shared_ptr<const Catalogue> catalogue, QObject* parent = nullptr);
    ~RunController() override;

    // Requests.
    void open(const QString& file);  ///< plays when it is ready
    void reload();                   ///< reloads the same file, keeps playing or paused
    void restart();                  ///< exact reset: at the start, empty history, paused
    void toStart();                  ///< pauses and shows time 0, keeping the history if possible
    /// From the start, keeps playing or paused. Without a run: for the model that could not run
    /// with its own settings.
    void applySpec(const RunSpec& spec);
    void applyUsualSpec();            ///< likewise, the defaults of the formulation
    void setEstimatesError(bool on);  ///< of this and later runs; likewise from the start
    /// Sets the model after an edit: keeps playing or paused, from time 0 or continuing from the
    /// shown time. Settings that the user has not chosen follow the model.
    void applyModel(std::shared_ptr<const Model> model, const QString& file, bool onwards = false);
    /// Keeps the model of the run: discards an edited one that is still being prepared.
    void keepModel();
    /// The start from which the current motion could continue with that model; empty if it cannot.
    std::optional<LaterStart> carriedTo(const Model& model) const;
    void takeFile(const QString& file) { file_ = file.toStdString(); }  ///< saved under this name
    /// Removes the run: nothing can move.
    void clear();
    /// Shows another run at the shown time, playing or paused as before. The previous one is
    /// released without being stopped.
    void take(PreparedRun run);

    // Transport.
    void play();
    void pause();
    void togglePlay();   ///< while a run is being prepared, sets whether it plays when ready
    void stepForward();  ///< next row of the history; at its end computes one more
    void stepBack();
    void seek(double time);    ///< shows this time [s]; computing continues
    void showAt(double time);  ///< shows exactly this time, between two rows: for pictures
    void goLive();
    void setSpeed(double factor);  ///< simulated seconds per wall second, 0 = as fast as possible
    void setLoop(bool loop);       ///< replays a finished run from the start

    // State.
    bool hasRun() const { return session_ != nullptr; }
    /// Settings of the run, or those of a model that cannot run with them; none without a model.
    std::optional<RunSpec> settings() const;
    std::shared_ptr<const Model> wantedModel() const;  ///< the model of these settings
    QString file() const { return QString::fromStdString(file_); }
    const Model& model() const { return session_->model(); }
    std::shared_ptr<const Model> sharedModel() const { return session_->sharedModel(); }
    const Session& session() const { return *session_; }
    std::shared_ptr<Session> sharedSession() const { return session_; }
    const AssemblyReport& assembly() const { return assembly_; }
    const Diagnostics& warnings() const { return warnings_; }
    /// Where the run begins, if it is a branch of another.
    const std::optional<RunPoint>& from() const { return from_; }
    bool estimatesError() const { return estimatesError_; }
    RunFigures figures() const;

    bool live() const { return live_; }
    bool playing() const;    ///< the picture moves: live or replay
    bool willPlay() const;   ///< or will play after the preparation of an edit
    bool computing() const;  ///< the session is running, independent of the shown time
    bool ended() const;      ///< finished or failed
    bool preparing() const { return preparation_->underway(); }
    Preparation& preparation() const { return *preparation_; }
    /// Whether the shown time is between start and end, so that a run could continue from it.
    bool underway() const;
    bool resting() const {
        return !timer_.isActive();
    }  ///< nothing moves and no processor time is used
    double speed() const { return speed_; }
    bool loop() const { return loop_; }
    double shownTime() const { return shown_; }
    double computedTime() const;  ///< of the newest row [s]
    /// Values at the shown time, as wide as the recording; empty without a run.
    std::span<const double> shownRow() const { return row_; }

    /// Reports the cost of a frame [ms]; frames are skipped to keep the window responsive.
    void noteFrameCost(double milliseconds) { frameCost_ = milliseconds; }

Q_SIGNALS:
    void opened();                     ///< before runChanged: the model was read from a file
    void runChanged(bool newModel);    ///< another session, whose recording starts at time 0
    void shownChanged();               ///< the shown time or its row
    void figuresChanged();             ///< several times a second, and once when a run stops
    void stateChanged();               ///< playing, paused, live, finished or failed
    void preparingChanged(bool slow);  ///< true after 0.3 s of preparation, false at its end
    void refused(const momentree::app::Refusal& refusal);

private:
    RunExtras extras() const;
    void prepareFrom(const QString& file, bool playAfterwards);
    /// A model on its way to the screen.
    struct Wanted {
        std::shared_ptr<const Model> model;
        RunSpec spec;
        QString file;
    };
    void prepareWanted(const std::optional<RunPoint>& from, bool playAfterwards);
    /// Whether the run continues another after an edit; its recording begins there.
    bool wentOn() const;
    void startOver(bool playAfterwards);
    /// Another run of the current model.
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
    std::optional<Wanted> wanted_;
    bool settingsChosen_ = false;  ///< by the user, after the file was opened
    bool estimatesError_ = false;

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
    std::size_t awaitedRows_ = 0;  ///< number of rows after the requested single steps
    int thinnings_ = 0;            ///< of the recording, at the last read
};

}  // namespace momentree::app

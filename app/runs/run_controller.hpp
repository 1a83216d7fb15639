// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QObject>
#include <QString>
#include <vector>

#include "app/runs/playback.hpp"
#include "app/runs/preparation.hpp"

namespace momentree::app {

/// The run on screen: prepares it off the GUI thread from a file, an edited model or other
/// settings. Its playback has the time that is shown.
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

    // Also of a run that is being prepared after an edit.
    void play();
    void togglePlay();
    bool willPlay() const;
    Playback& playback() { return playback_; }
    const Playback& playback() const { return playback_; }

    // State.
    bool hasRun() const { return sharedSession() != nullptr; }
    /// Settings of the run, or those of a model that cannot run with them; none without a model.
    std::optional<RunSpec> settings() const;
    std::shared_ptr<const Model> wantedModel() const;  ///< the model of these settings
    QString file() const { return QString::fromStdString(file_); }
    const Model& model() const { return session().model(); }
    std::shared_ptr<const Model> sharedModel() const { return session().sharedModel(); }
    const Session& session() const { return *sharedSession(); }
    const std::shared_ptr<Session>& sharedSession() const { return playback_.session(); }
    const AssemblyReport& assembly() const { return assembly_; }
    const Diagnostics& warnings() const { return warnings_; }
    /// Where the run begins, if it is a branch of another.
    const std::optional<RunPoint>& from() const { return from_; }
    bool estimatesError() const { return estimatesError_; }
    bool preparing() const { return preparation_->underway(); }
    Preparation& preparation() const { return *preparation_; }
    /// Whether the shown time is between start and end, so that a run could continue from it.
    bool underway() const;

Q_SIGNALS:
    void opened();                     ///< before runChanged: the model was read from a file
    void runChanged(bool newModel);    ///< another session, whose recording starts at time 0
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
    void startOver(bool playAfterwards);
    /// Another run of the current model.
    void prepareSame(const RunSpec& spec, const std::optional<RunPoint>& from, bool playAfterwards);
    RunPoint shownPoint() const;
    void adopt(PreparedRun run, bool play, bool fromFile);
    bool keepFacts(PreparedRun& run);
    void retire();

    std::shared_ptr<const Catalogue> catalogue_;
    std::string file_;
    Playback playback_;
    AssemblyReport assembly_;
    Diagnostics warnings_;
    std::optional<RunPoint> from_;
    std::vector<QFuture<void>> retiring_;

    Preparation* preparation_;
    std::optional<Wanted> wanted_;
    bool settingsChosen_ = false;  ///< by the user, after the file was opened
    bool estimatesError_ = false;
};

}  // namespace momentree::app

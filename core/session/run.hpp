// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/diagnostics/probes.hpp"
#include "core/diagnostics/row_layout.hpp"
#include "core/diagnostics/solver_columns.hpp"
#include "core/session/recording.hpp"
#include "core/session/run_monitor.hpp"
#include "core/session/run_setup.hpp"

namespace momentree {

/// Advances a run sample by sample on the caller's thread, with stepper, sampling and recording.
/// `Session` does the same on a worker thread.
class Run {
public:
    /// Records the first row.
    explicit Run(RunSetup setup);
    /// Creates a run with `setUpRun`. Inputs of the model become its own.
    static Result<std::unique_ptr<Run>> create(const Catalogue& catalogue,
                                               std::shared_ptr<const Model> model,
                                               const RunSpec& spec,
                                               const SetupOptions& options = {});
    /// Advances to the next sample time and records it. On failure, records the last finite state;
    /// further calls return the same failure. If stopped, or if the link to a board is lost,
    /// records nothing; the next call continues.
    Progress advance(std::stop_token stop);
    /// The same to `target` [s], which must be later than the newest row, instead of the next
    /// sample time. For runs that others step: a run is advanced by this or by `advance`, not by
    /// both.
    Progress advanceTo(double target, std::stop_token stop);
    /// Sets the probe `column` of quantity "input" from the newest row on. Returns why it cannot.
    std::optional<Message> setInput(const std::string& column, double value);
    bool finished() const { return next_ > last_; }
    double time() const { return time_; }  ///< reached [s], at or after the newest row
    std::int64_t steps() const { return steps_; }
    /// Time of the sample that the next `advance` will record [s].
    double nextSampleTime() const { return sampleTime(next_); }
    /// Why `advance` did not get to its sample: time, body, reason, remedy.
    Message failure(const Progress& progress) const;

    /// What the run has noticed so far.
    std::vector<RunNote> notes() const;
    /// What the integral of the powers leaves uncertain of the column `balance` so far [J].
    double balanceUncertainty() const { return monitor_.balanceUncertainty(); }

    const Model& model() const { return *model_; }
    std::shared_ptr<const Model> sharedModel() const { return model_; }
    const RunSpec& spec() const { return spec_; }
    const RowLayout& layout() const { return layout_; }
    /// Changes whenever older rows have been thinned.
    std::shared_ptr<const Recording> recording() const { return recording_; }
    const Stepper& stepper() const { return *stepper_; }
    /// Time spent so far in the phases of the steps, and in recording.
    std::array<PhaseClock::Total, phaseCount> phases() const;
    /// Compares a run that has finished, or the first part of a long one, with a more accurate one,
    /// where this was wanted for its end.
    void checkErrors(const std::stop_token& stop);
    /// What is known of the error; empty if none is estimated.
    std::optional<ErrorFigures> errors() const;

private:
    double sampleTime(std::int64_t index) const;
    StepStatus record(const Progress& progress);
    std::span<double> nextRow();
    void followPower();
    bool endsTravel(StepStatus status);

    std::shared_ptr<const Model> model_;
    RunSpec spec_;
    RowLayout layout_;
    SolverColumns columns_;
    std::unique_ptr<Stepper> stepper_;
    /// The first compares every row as it is recorded, the second all of them at the end and then
    /// becomes the first. Both may be null.
    std::unique_ptr<ErrorEstimator> errors_, errorsAtEnd_;
    std::shared_ptr<Recording> recording_;
    bool thins_ = false;       ///< whether the recording may be thinned
    Sample sample_, between_;  ///< of the newest row, and of a state after it
    RunMonitor monitor_;
    EarlierSigns signs_;
    PhaseClock recordClock_;
    double begin_;                                         ///< time of the stepper's time 0 [s]
    std::array<std::int64_t, phaseCount> phasesBefore_{};  ///< [ns] at the newest row
    std::int64_t iterationsBefore_ = 0;                    ///< at the newest row
    std::int64_t stepsSinceRow_ = 0;
    std::int64_t next_ = 1, last_ = 0;  ///< samples; time = index * sample, the last at the end
    double time_ = 0.0;
    std::int64_t steps_ = 0;
    std::optional<Progress> failure_;
};

}  // namespace momentree

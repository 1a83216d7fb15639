// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"
#include "core/session/run_monitor.hpp"
#include "core/session/run_setup.hpp"

namespace momentree {

class Run;

enum class RunState : std::uint8_t { Paused, Running, Finished, Failed };

/// Data of a run that change while it is running.
struct RunFigures {
    RunState state = RunState::Paused;
    double time = 0.0;  ///< simulated time reached [s]
    std::int64_t steps = 0;
    double wall = 0.0;            ///< time spent stepping [s]
    double realTimeFactor = 0.0;  ///< over about the last second
    double stepsPerSecond = 0.0;
    std::optional<Message> message = {};      ///< why it failed or stopped, none if all is well
    StepStatus status = StepStatus::Reached;  ///< why it failed, unless by an internal error
    std::vector<RunNote> notes = {};          ///< what the run has noticed so far
    double balanceUncertainty = 0.0;          ///< see `Run`
    /// It failed because the link to its board was lost: the next `play` reconnects and continues
    /// from the newest row.
    bool linkLost = false;
};

/// A run on a worker thread. Starts paused with the first row recorded. Every member may be called
/// from any thread and returns without waiting for a step, except the destructor, which waits for
/// at most one. To reset, create a new session with the same model and settings.
class Session {
public:
    explicit Session(RunSetup setup);
    /// Creates a session with `setUpRun`.
    static Result<std::unique_ptr<Session>> create(const Catalogue& catalogue,
                                                   std::shared_ptr<const Model> model,
                                                   const RunSpec& spec,
                                                   const SetupOptions& options = {});
    ~Session();  ///< stops immediately and joins

    void play();
    void pause();
    /// Advances by one recorded sample, then pauses.
    void stepOnce();
    /// Simulated seconds per wall second, initially 1; 0 = as fast as possible. Takes effect
    /// immediately.
    void setSpeed(double factor);
    double speed() const;
    /// Ends the run and keeps its rows. The state becomes Finished with a message.
    void stop();

    RunFigures figures() const;
    const Model& model() const { return *model_; }
    std::shared_ptr<const Model> sharedModel() const { return model_; }
    const RunSpec& spec() const { return spec_; }
    const RowLayout& layout() const { return layout_; }
    /// Changes whenever older rows have been thinned: keep the returned pointer while reading its
    /// rows.
    std::shared_ptr<const Recording> recording() const;
    /// Totals per phase so far.
    std::array<PhaseClock::Total, phaseCount> phases() const;
    /// Times of the board at the last pause or end; none without a board.
    std::optional<BoardTimes> boardTimes() const;
    std::int64_t newtonIterations() const;
    /// The largest number in one step, if known.
    std::optional<std::int64_t> newtonIterationsMax() const;
    /// What is known of the error so far; empty if none is estimated.
    std::optional<ErrorFigures> errors() const;
    /// Called on the worker thread after each change of state, not per sample. Set before `play`.
    /// The callback must not destroy the session.
    void onStateChange(std::function<void()> callback);

private:
    struct Worker;
    std::shared_ptr<const Model> model_;
    RunSpec spec_;
    RowLayout layout_;
    std::unique_ptr<Worker> worker_;
};

}  // namespace momentree

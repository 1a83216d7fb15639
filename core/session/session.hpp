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
#include "core/session/run_setup.hpp"

namespace momentree {

class Run;

enum class RunState : std::uint8_t { Paused, Running, Finished, Failed };

/// Figures of a run that change while it goes on.
struct RunFigures {
    RunState state = RunState::Paused;
    double time = 0.0;  ///< simulated time reached [s]
    std::int64_t steps = 0;
    double wall = 0.0;            ///< time spent stepping [s]
    double realTimeFactor = 0.0;  ///< over the last second or so
    double stepsPerSecond = 0.0;
    std::optional<Message> message = {};  ///< why it failed or stopped, none if all is well
    /// It failed because its board went away: the next order to play connects anew and goes on from
    /// the newest row.
    bool linkLost = false;
};

/// One run on a worker thread of its own. Starts paused with the first row recorded.
/// Every member may be called from any thread; none waits for a step except the destructor, which
/// waits for at most one. A reset is a new session of the same model and settings.
class Session {
public:
    explicit Session(RunSetup setup);
    /// A session of what `setUpRun` makes.
    static Result<std::unique_ptr<Session>> create(const Catalogue& catalogue,
                                                   std::shared_ptr<const Model> model,
                                                   const RunSpec& spec,
                                                   const SetupOptions& options = {});
    ~Session();  ///< stops at once and joins

    void play();
    void pause();
    /// One recorded sample further, then paused.
    void stepOnce();
    /// Simulated seconds per wall second, 1 at first; 0 = as fast as it goes. Takes effect at once.
    void setSpeed(double factor);
    double speed() const;
    /// Ends the run where it is; what was computed is kept. State becomes Finished with a message.
    void stop();

    RunFigures figures() const;
    const Model& model() const { return *model_; }
    std::shared_ptr<const Model> sharedModel() const { return model_; }
    const RunSpec& spec() const { return spec_; }
    const RowLayout& layout() const { return layout_; }
    /// Another one whenever older rows have been thinned out: hold on to what is given for as long
    /// as its rows are read.
    std::shared_ptr<const Recording> recording() const;
    /// Totals per phase so far.
    std::array<PhaseClock::Total, phaseCount> phases() const;
    std::int64_t newtonIterations() const;
    /// The most of them in one step, where that is known.
    std::optional<std::int64_t> newtonIterationsMax() const;
    /// Called on the worker thread after each change of state; never per sample. Set before `play`.
    /// It must not destroy the session.
    void onStateChange(std::function<void()> callback);

private:
    struct Worker;
    std::shared_ptr<const Model> model_;
    RunSpec spec_;
    RowLayout layout_;
    std::unique_ptr<Worker> worker_;
};

}  // namespace momentree

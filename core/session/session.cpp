// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/session/controller.hpp"
#include "core/session/pace.hpp"
#include "core/session/rate_meter.hpp"
#include "core/session/run.hpp"

namespace momentree {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }

Message stoppedMessage(double time) {
    return MOMENTREE_TEXT("run-stopped-early",
                          "stopped at t = %1 s, before its end")(numberText(time, 6));
}

}  // namespace

/// The thread and its shared data. The mutex is held for a few assignments, never during a step.
/// A flag ends it. GCC's library builds waits with a stop token from std::atomic::wait, which can
/// hang on Windows (core/platform/waiting.hpp).
struct Session::Worker {
    explicit Worker(std::unique_ptr<Run> r) : run(std::move(r)), recording(run->recording()) {
        figures.time = run->time();
        errors = run->errors();
        boardTimes = run->stepper().boardTimes();
    }
    ~Worker() {
        const std::lock_guard lock(mutex);
        ending = true;
        interrupt.request_stop();
        wake.notify_all();
    }

    std::unique_ptr<Run> run;      ///< used only by the worker after the thread has started
    Pace pace{Clock::now(), 0.0};  ///< used only by the worker

    mutable std::mutex mutex;
    std::condition_variable wake;
    // Orders.
    int singleSteps = 0;
    bool ordersChanged = false;
    bool ending = false;
    double speed = 1.0;
    std::stop_source interrupt;  ///< ends the current step; renewed at each start
    // News.
    std::shared_ptr<const Recording> recording;
    RunFigures figures;
    RateMeter meter;
    std::array<PhaseClock::Total, phaseCount> phases{};
    std::optional<BoardTimes> boardTimes;
    std::int64_t newtonIterations = 0;
    std::optional<std::int64_t> newtonIterationsMax;
    std::optional<ErrorFigures> errors;
    RunState announced = RunState::Paused;
    std::function<void()> onStateChange;

    std::jthread thread;  ///< last member: joins before all others are destroyed

    bool ended() const {
        return figures.state == RunState::Finished || figures.state == RunState::Failed;
    }
    bool wanted() const { return figures.state == RunState::Running || singleSteps > 0; }
    void order(RunState state, int steps);
    void halt(RunState state);

    void loop();
    bool waitForWork();
    bool waitUntilDue(std::unique_lock<std::mutex>& lock);
    void advance(const std::stop_token& token);
    void publish(const Progress& progress, double wall);
    void end(RunState state, std::optional<Message> message);
    void fail(Message message);
    void announce();
};

void Session::Worker::order(RunState state, int steps) {
    const std::lock_guard lock(mutex);
    if (figures.linkLost && state == RunState::Running) {
        figures.linkLost = false;
        figures.state = RunState::Paused;
        figures.message.reset();
        figures.status = StepStatus::Reached;
    }
    if (ended()) return;
    if (state == RunState::Running && figures.state != RunState::Running)
        meter.restart(Clock::now(), figures.time, figures.steps);
    figures.state = state;
    singleSteps = steps > 0 ? singleSteps + steps : 0;
    ordersChanged = true;
    if (interrupt.stop_requested()) interrupt = std::stop_source();
    wake.notify_all();
}

/// Interrupts the current step and leaves the run in `state`. Call with the mutex held.
void Session::Worker::halt(RunState state) {
    figures.state = state;
    singleSteps = 0;
    ordersChanged = true;
    interrupt.request_stop();
    wake.notify_all();
}

void Session::Worker::loop() {
    try {
        while (waitForWork()) {
            std::stop_token token;
            {
                std::unique_lock lock(mutex);
                if (!waitUntilDue(lock)) continue;
                token = interrupt.get_token();
            }
            advance(token);
        }
    } catch (const ControllerProblem& problem) {
        fail(problem.message);
    } catch (const std::bad_alloc&) {
        fail(MOMENTREE_TEXT("run-out-of-memory", "out of memory; what was computed is kept"));
    } catch (const std::exception& e) {
        fail(MOMENTREE_TEXT("run-internal-error",
                            "the run ended with an internal error: %1")(e.what()));
    } catch (...) {
        fail(MOMENTREE_TEXT("run-unknown-error", "the run ended with an unknown internal error"));
    }
    announce();
}

/// Announces the state and sleeps until there is work. Returns false at the end.
bool Session::Worker::waitForWork() {
    for (;;) {
        announce();
        std::unique_lock lock(mutex);
        wake.wait(lock, [this] { return ending || wanted() || announced != figures.state; });
        if (ending) return false;
        if (wanted() && announced == figures.state) return true;
    }
}

/// Waits until the next sample is due at the chosen speed. Returns false if the orders have
/// changed.
bool Session::Worker::waitUntilDue(std::unique_lock<std::mutex>& lock) {
    if (!wanted()) return false;
    if (ordersChanged) pace = {Clock::now(), run->time()};
    ordersChanged = false;
    if (singleSteps > 0 || !(speed > 0.0)) return true;
    const double wait = pace.wait(run->nextSampleTime(), speed, Clock::now());
    if (wait > 0.0)
        wake.wait_for(lock, std::chrono::duration<double>(wait),
                      [this] { return ending || ordersChanged; });
    return !ordersChanged && !ending && wait < Pace::longestWait;
}

void Session::Worker::advance(const std::stop_token& token) {
    const Clock::time_point before = Clock::now();
    const Progress progress = run->advance(token);
    const double wall = seconds(Clock::now() - before);
    run->checkErrors(token);
    publish(progress, wall);
}

void Session::Worker::publish(const Progress& progress, double wall) {
    const bool failed =
        progress.status != StepStatus::Reached && progress.status != StepStatus::Stopped;
    std::optional<Message> message;
    if (failed) message = run->failure(progress);
    std::shared_ptr<const Recording> rows = run->recording();
    std::optional<ErrorFigures> newErrors = run->errors();
    const std::lock_guard lock(mutex);
    recording.swap(rows);
    errors.swap(newErrors);
    figures.time = run->time();
    figures.steps = run->steps();
    figures.notes = run->notes();
    figures.balanceUncertainty = run->balanceUncertainty();
    figures.wall += wall;
    if (figures.state == RunState::Running) {
        meter.add(Clock::now(), figures.time, figures.steps);
        figures.realTimeFactor = meter.realTimeFactor();
        figures.stepsPerSecond = meter.stepsPerSecond();
    }
    phases = run->phases();
    if (run->finished() || progress.status != StepStatus::Reached ||
        figures.state != RunState::Running)
        boardTimes = run->stepper().boardTimes();
    newtonIterations = run->stepper().newtonIterations();
    newtonIterationsMax = run->stepper().newtonIterationsMax();
    if (progress.status == StepStatus::Reached && singleSteps > 0) --singleSteps;

    if (ended()) {
        figures.message = stoppedMessage(figures.time);
    } else if (failed) {
        end(RunState::Failed, std::move(message));
        figures.status = progress.status;
        figures.linkLost = progress.status == StepStatus::LinkLost;
    } else if (run->finished()) {
        end(RunState::Finished, {});
    }
}

void Session::Worker::end(RunState state, std::optional<Message> message) {
    figures.state = state;
    figures.message = std::move(message);
    singleSteps = 0;
}

void Session::Worker::fail(Message message) {
    const std::lock_guard lock(mutex);
    end(RunState::Failed, std::move(message));
}

void Session::Worker::announce() {
    std::function<void()> callback;
    {
        const std::lock_guard lock(mutex);
        if (ending || announced == figures.state) return;
        announced = figures.state;
        callback = onStateChange;
    }
    if (callback) callback();
}

Result<std::unique_ptr<Session>> Session::create(const Catalogue& catalogue,
                                                 std::shared_ptr<const Model> model,
                                                 const RunSpec& spec, const SetupOptions& options) {
    auto setup = setUpRun(catalogue, std::move(model), spec, options);
    if (!setup) return tl::unexpected(std::move(setup.error()));
    return std::make_unique<Session>(std::move(*setup));
}

Session::Session(RunSetup setup)
    : model_(setup.model),
      spec_(setup.spec),
      layout_(*model_),
      worker_(std::make_unique<Worker>(std::make_unique<Run>(std::move(setup)))) {
    Worker* worker = worker_.get();
    worker->thread = std::jthread([worker] { worker->loop(); });
}

Session::~Session() = default;

void Session::play() { worker_->order(RunState::Running, 0); }

void Session::stepOnce() { worker_->order(RunState::Paused, 1); }

void Session::pause() {
    const std::lock_guard lock(worker_->mutex);
    if (!worker_->ended()) worker_->halt(RunState::Paused);
}

void Session::stop() {
    const std::lock_guard lock(worker_->mutex);
    if (worker_->ended()) return;
    worker_->figures.message = stoppedMessage(worker_->figures.time);
    worker_->halt(RunState::Finished);
}

std::shared_ptr<const Recording> Session::recording() const {
    const std::lock_guard lock(worker_->mutex);
    return worker_->recording;
}

void Session::setSpeed(double factor) {
    const std::lock_guard lock(worker_->mutex);
    worker_->speed = factor;
    worker_->ordersChanged = true;
    worker_->wake.notify_all();
}

double Session::speed() const {
    const std::lock_guard lock(worker_->mutex);
    return worker_->speed;
}

RunFigures Session::figures() const {
    const std::lock_guard lock(worker_->mutex);
    return worker_->figures;
}

std::array<PhaseClock::Total, phaseCount> Session::phases() const {
    const std::lock_guard lock(worker_->mutex);
    return worker_->phases;
}

std::optional<BoardTimes> Session::boardTimes() const {
    const std::lock_guard lock(worker_->mutex);
    return worker_->boardTimes;
}

std::int64_t Session::newtonIterations() const {
    const std::lock_guard lock(worker_->mutex);
    return worker_->newtonIterations;
}

std::optional<std::int64_t> Session::newtonIterationsMax() const {
    const std::lock_guard lock(worker_->mutex);
    return worker_->newtonIterationsMax;
}

std::optional<ErrorFigures> Session::errors() const {
    const std::lock_guard lock(worker_->mutex);
    return worker_->errors;
}

void Session::onStateChange(std::function<void()> callback) {
    const std::lock_guard lock(worker_->mutex);
    worker_->onStateChange = std::move(callback);
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <stop_token>

#include "core/model/model.hpp"
#include "core/result.hpp"
#include "core/stepping/board_times.hpp"
#include "core/stepping/phases.hpp"
#include "core/stepping/sample.hpp"

namespace momentree {

enum class StepStatus : std::uint8_t {
    Reached,
    Stopped,
    EndOfTravel,    ///< a motion asks for more than the mechanism can reach
    Contradiction,  ///< motions or closures contradict each other
    StepTooLong,    ///< the step is too long for the speeds
    BalanceLost,    ///< the energy changes without work
    Singular,
    NotFinite,
    NotConverged,
    StepTooSmall,
    BoardFlag,       ///< a board reports that its arithmetic failed
    EndlessImpacts,  ///< impacts follow each other ever faster
    LinkLost
};

/// Its name in reports: "done", "stopped", "kinematic-limit", "not-finite", ...
const char* statusName(StepStatus status);

struct Progress {
    StepStatus status = StepStatus::Reached;
    double time = 0.0;       ///< time reached [s]; the state there is valid for every status
    std::int64_t steps = 0;  ///< steps made by this call
    int body = -1;           ///< the body that failed first, -1 if unknown
    /// Largest change of a joint coordinate that moved a state back onto the constraints [rad, or
    /// relative to the size of the mechanism].
    double moved = 0.0;
    int closureRow = -1;  ///< of the closures, the row that fails most, -1 if unknown
};

/// A coordinate or a sphere has met its limit.
struct Impact {
    double time = 0.0;   ///< [s]
    int stop = 0;        ///< index into Model::stops
    double speed = 0.0;  ///< with which it approached [rad/s or m/s]
    double work = 0.0;   ///< of the impacts of this instant, negative [J]
    bool rests = false;  ///< it stays there
    double left = 0.0;   ///< if it rests: time that the left-out impacts would take [s]
};

/// For starts that take long, such as runs in advance: what ends them early, and what they tell
/// meanwhile.
struct StartWatch {
    std::stop_token stop = {};
    std::function<void(const Message&)> tell = {};  ///< called from the thread of the start
};

/// One simulation run of one model, by any formulation on any backend.
///
/// There are three kinds of solver:
/// * An ODE formulation (`naudet`, `hdca`, `lagrange-index1`, ...) is an OdeSystem; OdeStepper
///   combines it with an Integrator and is the Stepper.
/// * `index3-dca` is its own integrator on absolute coordinates and implements Stepper directly:
///   `initialise` solves for the first accelerations and multipliers, `advance` loops over whole
///   steps (Newton on the trapezoidal rule, then the projections), and `observe` returns its own
///   accelerations and multipliers. Newton counts go to `newton`.
/// * A remote board advances many steps per call: its Stepper starts one batch for the whole run at
///   the first `advance` and streams samples ahead; each `advance(until)` only waits for the sample
///   of that time, which avoids a network round trip per step. A broken link gives `LinkLost` and
///   keeps everything received; `stop` aborts the batch.
class Stepper {
public:
    virtual ~Stepper() = default;
    /// To be called before `initialise`, which then ends early with an error if stop is requested.
    virtual void watchStart(const StartWatch& /*watch*/) {}
    /// Sizes every buffer and sets the consistent start. The only call that allocates or uses the
    /// network.
    virtual Result<void> initialise(const InitialState& initial) = 0;
    /// Steps until `until` [s] is reached, `stop` is requested or a step fails. Does not allocate;
    /// returns only between steps.
    virtual Progress advance(double until, std::stop_token stop) = 0;
    /// Fills `out` (sized by `Sample::resize`) at the current time.
    virtual void observe(Sample& out) = 0;
    /// Has `look` called after the first step of the following calls of `advance`, and then after
    /// as many steps as `look` returned: the times do not depend on the targets of `advance`.
    /// `look` may call `observe`.
    /// @return false if the stepper cannot; then `look` is never called
    // NOLINTNEXTLINE(performance-unnecessary-value-param): those that can keep it.
    virtual bool watch(std::function<std::int64_t()> /*look*/) { return false; }
    virtual const PhaseClock& phases() const = 0;
    /// Of the numbers that it computes with, relative; known when `advance` has reached a time.
    virtual double rounding() const { return std::numeric_limits<double>::epsilon(); }
    /// Newton iterations so far, 0 for explicit methods.
    virtual std::int64_t newtonIterations() const { return 0; }
    /// The largest number in one step so far, if known.
    virtual std::optional<std::int64_t> newtonIterationsMax() const { return {}; }
    /// The work of a board so far; empty for other steppers.
    virtual std::optional<BoardTimes> boardTimes() const { return {}; }
    /// Impacts so far; the first ones if there are very many.
    virtual std::span<const Impact> impacts() const { return {}; }
    /// After `LinkLost` and `EndlessImpacts`: what is known of it.
    virtual std::optional<Message> problem() const { return {}; }
};

}  // namespace momentree

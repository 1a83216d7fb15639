// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/model/model.hpp"
#include "core/result.hpp"
#include "core/stepping/phases.hpp"
#include "core/stepping/sample.hpp"

namespace momentree {

enum class StepStatus : std::uint8_t {
    Reached,
    Stopped,
    Singular,
    NotFinite,
    NotConverged,
    StepTooSmall,
    LinkLost
};

/// A short name for reports and messages: "reached", "stopped", "singular", ...
const char* statusName(StepStatus status);

struct Progress {
    StepStatus status = StepStatus::Reached;
    double time = 0.0;  ///< time really reached [s]; the state there is valid whatever the status
    std::int64_t steps = 0;  ///< steps done in this call
    int body = -1;           ///< the body that failed first, -1 where that is not known
};

/// One simulation run of one model, by any formulation on any backend.
///
/// How the three kinds of solver fit, so that none needs a redesign:
/// * An ODE formulation (`naudet`, `hdca`, `lagrange-index1`, ...) is an OdeSystem; OdeStepper
/// pairs it with an
///   Integrator and is the Stepper.
/// * `index3-dca` is its own integrator on absolute coordinates: it implements Stepper directly.
/// `initialise` solves for
///   the first accelerations and multipliers, `advance` loops over whole steps (Newton on the
///   trapezoidal rule, then the projections) and `observe` hands out its own accelerations and
///   multipliers. Newton counts go to `newton`.
/// * A remote board advances many steps per call: its Stepper starts one batch for the whole run at
/// the first `advance`
///   and streams samples ahead; each `advance(until)` only waits for the sample of that time, so
///   that no network round trip is paid per step. A dead link is `LinkLost` with everything
///   received kept; `stop` aborts the batch.
class Stepper {
public:
    virtual ~Stepper() = default;
    /// Sizes every buffer and takes the consistent start. The only call that allocates or touches
    /// the network.
    virtual Result<void> initialise(const InitialState& initial) = 0;
    /// Steps until `until` [s] is reached, `stop` is requested or a step fails. Does not allocate;
    /// returns between steps only.
    virtual Progress advance(double until, std::stop_token stop) = 0;
    /// Fills `out` (sized by `Sample::resize`) at the current time.
    virtual void observe(Sample& out) = 0;
    virtual const PhaseClock& phases() const = 0;
    /// Newton iterations so far, 0 for explicit methods.
    virtual std::int64_t newtonIterations() const { return 0; }
    /// The most of them in one step so far, where that is known.
    virtual std::optional<std::int64_t> newtonIterationsMax() const { return {}; }
    /// After `LinkLost`: what is known of it.
    virtual std::optional<Message> problem() const { return {}; }
};

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/message.hpp"
#include "core/model/law_corners.hpp"
#include "core/stepping/ode_system.hpp"
#include "core/stepping/paced.hpp"

namespace momentree {

/// Advances an OdeSystem in time; independent of mechanics.
template <typename S>
class Integrator {
public:
    using Vector = typename OdeSystem<S>::Vector;

    virtual ~Integrator() = default;
    /// Sizes every buffer and starts at (t, y). `system` must outlive the integrator.
    virtual Result<void> start(OdeSystem<S>& system, double t, const Vector& y) = 0;
    /// Steps until `until` [s]. Returns only between steps; `state` is always finite. `clock` is
    /// running when called: time outside `derivative` is charged to Phase::Integrate.
    virtual Progress advance(double until, const std::stop_token& stop, PhaseClock& clock) = 0;
    virtual double time() const = 0;          ///< [s]
    virtual const Vector& state() const = 0;  ///< at `time`, on the manifold
    /// See `Stepper::watch`; only methods with equal steps can.
    // NOLINTNEXTLINE(performance-unnecessary-value-param): those that can keep it.
    virtual bool watch(std::function<std::int64_t()> /*look*/) { return false; }
    /// By how much the steps have shifted the motion; methods without equal steps cannot say.
    virtual PaceError pace() const { return {}; }
    /// Iterations of implicit methods so far.
    virtual std::int64_t newtonIterations() const { return 0; }
    /// Largest number of iterations in one step so far.
    virtual std::int64_t newtonIterationsMax() const { return 0; }
};

/// The model body of the first non-finite entry of y, -1 if all are finite.
template <typename S>
int firstNotFinite(const OdeSystem<S>& system, const typename OdeSystem<S>::In& y) {
    for (int i = 0; i < y.size(); ++i)
        if (!std::isfinite(y[i])) return system.bodyOf(i);
    return -1;
}

/// Fixed-step methods take equal steps of at most `step`; adaptive ones use the tolerances.
struct IntegratorSettings {
    double step = 1e-3;  ///< [s]
    double relativeTolerance = 1e-8, absoluteTolerance = 1e-10;
    /// Where derivatives and velocities jump. A step across a jump has a large error, which the
    /// estimates of adaptive methods do not see, and may step over a short push of a table; so
    /// steps end before, at and after each.
    std::vector<Corner> corners = {};
    /// Whether derivatives at both ends show what loads do in between; empty for none. Adaptive
    /// methods would step across pushes that begin and end within a step.
    std::function<bool(double from, double to)> shows = {};

    /// A step of at most h from t that misses no push longer than `step` [s].
    double shownStep(double t, double h) const {
        if (shows)
            while (h > 2.0 * step && !shows(t, t + h)) h *= 0.5;
        return h;
    }

    /// The end of a step from t that would end at `until` [s].
    double stepEnd(double t, double until) const { return momentree::stepEnd(corners, t, until); }
};

template <typename S>
std::unique_ptr<Integrator<S>> makeExplicitEuler(const IntegratorSettings& settings);
template <typename S>
std::unique_ptr<Integrator<S>> makeSemiImplicitEuler(const IntegratorSettings& settings);
template <typename S>
std::unique_ptr<Integrator<S>> makeRk4(const IntegratorSettings& settings);
template <typename S>
std::unique_ptr<Integrator<S>> makeAbm4(const IntegratorSettings& settings);
template <typename S>
std::unique_ptr<Integrator<S>> makeImplicitMidpoint(const IntegratorSettings& settings);
template <typename S>
std::unique_ptr<Integrator<S>> makeDopri5(const IntegratorSettings& settings);
/// Null if built without SUNDIALS.
std::unique_ptr<Integrator<double>> makeCvodeBdf(const IntegratorSettings& settings);
std::unique_ptr<Integrator<double>> makeCvodeAdams(const IntegratorSettings& settings);
/// Why CVODE is unavailable, empty if it is available.
std::optional<Message> cvodeRefusal();

}  // namespace momentree

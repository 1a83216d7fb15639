// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "core/stepping/stepper.hpp"

namespace momentree {

/// dy/dt = f(t, y), the equations of motion of one formulation. Time is double in every precision:
/// t = k h in float is already wrong after seconds.
///
/// y starts with the configuration (`positionSize` entries: coordinates, Euler parameters), the
/// rest is velocities or momenta. Nothing but `start` allocates.
template <typename S>
class OdeSystem {
public:
    using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;
    using In = Eigen::Ref<const Vector>;
    using Out = Eigen::Ref<Vector>;

    virtual ~OdeSystem() = default;
    virtual int size() const = 0;          ///< of y
    virtual int positionSize() const = 0;  ///< leading entries of y that are configuration
    /// Sizes every buffer and writes the state [size] for `initial`.
    virtual Result<void> start(const InitialState& initial, Out y) = 0;
    /// ydot [size] at (t, y). Charges all of its time to phases of `clock` by laps; the caller
    /// has lapped just before. `Singular` or `NotFinite` where ydot cannot be formed.
    virtual StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) = 0;
    /// Puts y back on the manifold (unit quaternions) after an accepted step.
    virtual void retract(double t, Out y) = 0;
    /// Fills `out` (sized by `Sample::resize`) at (t, y).
    virtual void observe(double t, const In& y, Sample& out) = 0;
    virtual int bodyOf(int entry) const = 0;  ///< model body that entry of y belongs to, -1 none
};

}  // namespace momentree

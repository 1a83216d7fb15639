// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "core/stepping/step_report.hpp"

namespace momentree {

/// The equations of motion of a formulation, dy/dt = f(t, y). Time is double in every precision: in
/// float, t = k h is inaccurate after seconds.
///
/// y starts with the configuration (`positionSize` entries: coordinates, Euler parameters, states
/// of controllers, angles that only count turns), followed by velocities or momenta. Only `start`
/// allocates.
template <typename S>
class OdeSystem {
public:
    using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;
    using In = Eigen::Ref<const Vector>;
    using Out = Eigen::Ref<Vector>;

    virtual ~OdeSystem() = default;
    virtual int size() const = 0;          ///< of y
    virtual int positionSize() const = 0;  ///< leading entries of y that are the configuration
    /// Leading entries of the configuration that are coordinates of poses.
    virtual int poseSize() const { return positionSize() - angleSize(); }
    /// Last entries of the configuration that only count turns: they need only be right to within
    /// pi, so that errors of a step are measured without them.
    virtual int angleSize() const { return 0; }
    /// Units of the entries of y [size], to which absolute tolerances refer (`JointUnits`). To be
    /// called after `start`; allocates.
    virtual Vector units() const { return Vector::Ones(size()); }
    /// Sizes every buffer and writes the state [size] for `initial`.
    virtual Result<void> start(const InitialState& initial, Out y) = 0;
    /// Computes ydot [size] at (t, y). Charges all of its time to phases of `clock` by laps; the
    /// caller has lapped just before. Returns `Singular` or `NotFinite` if ydot cannot be computed.
    virtual StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) = 0;
    /// Moves y back onto the manifold (unit quaternions, closures) after a step. The last call of
    /// `derivative` should have been near (t, y).
    /// @param from time before the step
    virtual StepReport retract(double from, double t, Out y) = 0;
    /// Fills `out` (sized by `Sample::resize`) at (t, y).
    virtual void observe(double t, const In& y, Sample& out) = 0;
    virtual int bodyOf(int entry) const = 0;  ///< model body of an entry of y, -1 none
};

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/shared/correction.hpp"
#include "core/formulations/shared/tree_state.hpp"

namespace momentree {

/// Moves a state in joint coordinates back onto its closures after a step (THEORY 3.9):
///     q += dq, dq = -M^-1 J^T Sc^+ Phi,
///     u += du, du = -M^-1 J^T Sc^+ (J u + Phi_t).
/// Sc, J and M may be those of another pose nearby, such as the last one of the step; if that
/// leaves too much, more corrections follow with those of the present pose.
template <typename S>
class ClosureCorrection {
public:
    using Out = typename LinkState<S>::Out;

    /// @param nu number of speeds
    /// @param enabled `RunSpec::correction`
    ClosureCorrection(int nu, bool enabled)
        : u_(Eigen::Matrix<S, Eigen::Dynamic, 1>::Zero(nu)), enabled_(enabled) {}

    /// @param state at (t, y), with the speeds u; in the end at the corrected state, with the
    /// velocities of all links
    /// @param respond sets `state.u` to the change of the speeds by Sc^+ times the gap in `closure`
    /// @param refresh computes Sc, J and M at (t, y) for `respond`; it may change `state.u`
    template <typename State, typename Respond, typename Refresh>
    StepReport apply(double t, Out y, State& state, Closure<S>& closure, const Respond& respond,
                     const Refresh& refresh) {
        using Limits = CorrectionLimits<S>;
        StepReport report;
        if (!enabled_) return report;
        u_ = state.u;
        closure.evaluate(t, state.bodies, state.coupled(), Needed::Rows);
        closure.positionGap();
        S violation = closure.removable();
        for (int k = 0; k < Limits::mostCorrections &&
                        violation > (k == 0 ? Limits::negligible : Limits::enough);
             ++k) {
            if (k > 0) {
                refresh();
                closure.evaluate(t, state.bodies, state.coupled(), Needed::Rows);
                closure.positionGap();
            }
            respond();
            report.moved = std::max(report.moved, moved(state));
            state.displace(y);
            state.place(t, y);
            closure.evaluate(t, state.bodies, state.coupled(), Needed::Rows);
            closure.positionGap();
            violation = closure.removable();
        }
        const auto apart = closure.contradiction();
        state.u = u_;
        const double before = moved(state);
        state.moveBySpeeds();
        closure.velocityGap(state.bodies);
        respond();
        state.u += u_;
        state.moveBySpeeds();
        const S speed = closure.drivenRate() + static_cast<S>(std::max(before, moved(state)));
        closure.velocityGap(state.bodies);
        judge(closure.solver(), violation, apart, closure.contradiction(), speed, report);
        return report;
    }

private:
    static double moved(const LinkState<S>& state) {
        const Eigen::VectorXd& scale = state.closures.ranks.speedScale;
        double most = 0.0;
        for (Eigen::Index k = 0; k < scale.size(); ++k)
            most = std::max(most, scale[k] * std::abs(static_cast<double>(state.u[k])));
        return most;
    }

    Eigen::Matrix<S, Eigen::Dynamic, 1> u_;
    bool enabled_;
};

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/shared/tree_state.hpp"
#include "core/stepping/step_report.hpp"

namespace momentree {

/// Bounds of corrections, relative to the size of the mechanism.
template <typename S>
struct CorrectionLimits {
    static constexpr int mostCorrections = 6;
    static constexpr bool isDouble = std::numeric_limits<S>::digits > 50;
    static constexpr S negligible = S(100) * std::numeric_limits<S>::epsilon();
    static constexpr S enough = S(isDouble ? 1e-9 : 1e-4);
    static constexpr S tolerable = S(isDouble ? 1e-6 : 1e-3);
    static constexpr S tolerableDemand = S(1e-2);
    /// Smallest pivot of Sc below which closures that cannot be met are at the end of their travel.
    static constexpr S healthyPivot = S(1e-6);
};

/// Completes a report.
/// @param violation that could be removed but remains
/// @param apart of the positions
/// @param asked of the velocities
/// @param speed largest speed of a joint and of the motions [1/s]
template <typename S>
void judge(const ClosureSolver<S>& solver, S violation,
           const typename ClosureSolver<S>::Contradiction& apart,
           const typename ClosureSolver<S>::Contradiction& asked, S speed, StepReport& report) {
    using Limits = CorrectionLimits<S>;
    const S demand = speed > S(0) ? asked.size / speed : S(0);
    report.singular = solver.singular();
    report.violation = static_cast<double>(violation + apart.size);
    report.demand = static_cast<double>(demand);
    report.closureRow = apart.row >= 0 ? apart.row : asked.row;
    if (violation > Limits::tolerable || apart.size > Limits::tolerable ||
        demand > Limits::tolerableDemand)
        report.status = solver.regularity() < Limits::healthyPivot ? StepStatus::EndOfTravel
                                                                   : StepStatus::Contradiction;
}

/// Moves a state in joint coordinates back onto its closures after a step (THEORY 3.9):
///     q += dq, dq = -M^-1 J^T Sc^+ Phi,
///     u += du, du = -M^-1 J^T Sc^+ (J u + Phi_t).
/// Sc, J and M may be those of another pose nearby, such as the last one of the step; if that
/// leaves too much, more corrections follow with those of the present pose.
template <typename S>
class ClosureCorrection {
public:
    using Out = typename TreeState<S>::Out;

    /// @param nu number of speeds
    /// @param enabled `RunSpec::correction`
    ClosureCorrection(int nu, bool enabled)
        : u_(Eigen::Matrix<S, Eigen::Dynamic, 1>::Zero(nu)), enabled_(enabled) {}

    /// @param state at (t, y), with the speeds u; in the end at the corrected state, with the
    /// velocities of all links
    /// @param respond sets `state.u` to the change of the speeds by Sc^+ times the gap in `closure`
    /// @param refresh computes Sc, J and M at (t, y) for `respond`; it may change `state.u`
    template <typename Respond, typename Refresh>
    StepReport apply(double t, Out y, TreeState<S>& state, Closure<S>& closure,
                     const Respond& respond, const Refresh& refresh) {
        using Limits = CorrectionLimits<S>;
        StepReport report;
        if (!enabled_) return report;
        u_ = state.u;
        closure.evaluate(t, state.bodies);
        closure.positionGap();
        S violation = closure.removable();
        for (int k = 0; k < Limits::mostCorrections &&
                        violation > (k == 0 ? Limits::negligible : Limits::enough);
             ++k) {
            if (k > 0) {
                refresh();
                closure.evaluate(t, state.bodies);
                closure.positionGap();
            }
            respond();
            report.moved = std::max(report.moved, moved(state));
            state.displace(y);
            state.place(t, y);
            closure.evaluate(t, state.bodies);
            closure.positionGap();
            violation = closure.removable();
        }
        const auto apart = closure.contradiction();
        state.u = u_;
        state.moveBySpeeds();
        closure.velocityGap(state.bodies);
        respond();
        state.u += u_;
        state.moveBySpeeds();
        const S speed = closure.drivenRate() + static_cast<S>(moved(state));
        closure.velocityGap(state.bodies);
        judge(closure.solver(), violation, apart, closure.contradiction(), speed, report);
        return report;
    }

private:
    static double moved(const TreeState<S>& state) {
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

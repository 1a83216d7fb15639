// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dynamics/closure_solver.hpp"
#include "core/math/lanes.hpp"
#include "core/stepping/step_report.hpp"

namespace momentree {

/// Bounds of corrections, relative to the size of the mechanism.
template <typename Scalar>
struct CorrectionLimits {
    using S = NumberOf<Scalar>;
    static constexpr int mostCorrections = 6;
    static constexpr bool isDouble = std::numeric_limits<S>::digits > 50;
    static constexpr S negligible = S(100) * std::numeric_limits<S>::epsilon();
    static constexpr S enough = S(isDouble ? 1e-9 : 1e-4);
    static constexpr S tolerable = S(isDouble ? 1e-6 : 1e-3);
    static constexpr S tolerableDemand = S(1e-2);
    /// Largest correction of a joint coordinate that still belongs to the motion.
    static constexpr double farthest = 0.1;
    /// Smallest pivot of Sc below which closures that cannot be met are at the end of their travel.
    static constexpr S healthyPivot = S(1e-6);
};

/// Completes a report.
/// @param violation that could be removed but remains
/// @param apart of the positions
/// @param asked of the velocities
/// @param speed largest speed of a joint, before or after the correction, and of the motions [1/s];
/// a motion that stops suddenly leaves only the rounding of the speeds before
template <typename S>
void judge(const ClosureSolver<S>& solver, S violation,
           const typename ClosureSolver<S>::Contradiction& apart,
           const typename ClosureSolver<S>::Contradiction& asked, S speed, StepReport& report) {
    using Limits = CorrectionLimits<S>;
    const S demand = asked.size > Limits::negligible ? asked.size / speed : S(0);
    report.singular = solver.singular();
    report.violation = static_cast<double>(violation + apart.size);
    report.demand = static_cast<double>(demand);
    report.closureRow = apart.row >= 0 ? apart.row : asked.row;
    const bool contradicts = apart.size > Limits::tolerable || demand > Limits::tolerableDemand;
    if (violation > Limits::tolerable ||
        (contradicts && solver.regularity() < Limits::healthyPivot)) {
        report.status = StepStatus::EndOfTravel;
    } else if (contradicts) {
        report.status = StepStatus::Contradiction;
    } else if (report.moved > Limits::farthest) {
        report.status = StepStatus::StepTooLong;
    }
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_monitor.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/session/run_limits.hpp"

namespace momentree {
namespace {

constexpr double tolerableBalance = 1e-3;      ///< relative to the energy exchanged
constexpr double tolerableSecondOrder = 1e-2;  ///< the same for integrators of order 1 and 2
constexpr double lostBalance = 0.1;
constexpr double tolerableCorrection = 1e-4;  ///< of a step [rad, or relative to the size]
constexpr double usualCorrection = 1e-6;

int orderOf(const RunSpec& spec) {
    if (isAdaptive(spec.integrator) || spec.integrator == "rk4") return 4;
    return spec.integrator.ends_with("euler") ? 1 : 2;
}

}  // namespace

RunMonitor::RunMonitor(const Model& model, const RunSpec& spec)
    : spec_(spec), order_(orderOf(spec)), balance_(model) {
    notes_.reserve(2);
}

StepStatus RunMonitor::check(const Sample& sample, const Progress& progress) {
    balance_.add(sample);
    noteSteps(sample.time, progress.moved);
    return checkBalance(sample.time);
}

void RunMonitor::noteSteps(double time, double moved) {
    if (stepsNoted_ || moved <= tolerableCorrection) return;
    stepsNoted_ = true;
    const double better = spec_.step * std::pow(usualCorrection / moved, 0.2);
    notes_.push_back(
        {time, isAdaptive(spec_.integrator)
                   ? MOMENTREE_TEXT("corrections-large-adaptive",
                                    "until t = %1 s a step opened the loops so far that a joint "
                                    "was moved by %2 (rad, or of the mechanism's size) to close "
                                    "them; try tighter tolerances")(numberText(time, 6),
                                                                    numberText(moved, 2))
                   : MOMENTREE_TEXT("corrections-large",
                                    "until t = %1 s a step opened the loops so far that a joint "
                                    "was moved by %2 (rad, or of the mechanism's size) to close "
                                    "them; try a step of %3 s")(
                         numberText(time, 6), numberText(moved, 2), numberText(better, 2))});
}

/// What the interval of the samples leaves uncertain does not count.
StepStatus RunMonitor::checkBalance(double time) {
    const double lost = std::abs(balance_.balance()) - balance_.uncertainty();
    const double scale = balance_.scale();
    if (!(scale > 0.0) || !(lost > 0.0)) return StepStatus::Reached;
    const double share = lost / scale;
    if (order_ > 1 && share > lostBalance) return StepStatus::BalanceLost;
    if (!balanceNoted_ && share > (order_ > 2 ? tolerableBalance : tolerableSecondOrder)) {
        balanceNoted_ = true;
        notes_.push_back(
            {time, MOMENTREE_TEXT("balance-off",
                                  "at t = %1 s the energy differs from the work done by %2 J, %3 "
                                  "percent of the energy exchanged; try a smaller step or tighter "
                                  "tolerances")(numberText(time, 6),
                                                numberText(std::abs(balance_.balance()), 3),
                                                numberText(100.0 * share, 2))});
    }
    return StepStatus::Reached;
}

}  // namespace momentree

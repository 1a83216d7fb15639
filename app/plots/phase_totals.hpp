// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <cstdint>

#include "core/stepping/phases.hpp"

namespace momentree::app {

/// Measured totals per phase of a run, and the machines on which they were measured.
struct PhaseTotals {
    std::array<PhaseClock::Total, phaseCount> phases{};
    std::array<QString, phaseCount> devices{};  ///< empty: this machine
    std::int64_t steps = 0;
};

}  // namespace momentree::app

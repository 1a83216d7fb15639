// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <cstdint>

#include "core/execution/phases.hpp"

namespace momentree::app {

/// Totals per phase of a run and the machine that they belong to.
struct PhaseTotals {
    std::array<PhaseClock::Total, phaseCount> phases{};
    std::int64_t steps = 0;
    QString device;  ///< empty: this machine
    bool modelled = false;
};

}  // namespace momentree::app

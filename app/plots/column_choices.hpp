// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "core/diagnostics/row_layout.hpp"

namespace momentree::app {

/// A recorded column that can be plotted.
struct ColumnChoice {
    int column = 0;
    QString name;   ///< as in the CSV
    QString title;  ///< for people: `name`, or a word of their language
    QString unit;   ///< as chosen in the settings (phases: ns), empty for numbers without one
    QString group;  ///< "Probes", "Joints", ...
    QString recordedUnit;      ///< SI (phases: ns)
    double perRecorded = 1.0;  ///< a recorded value times this has `unit`
    bool operator==(const ColumnChoice&) const = default;
};

/// Of a run, for all that lets one choose among them: thousands of links have tens of thousands.
using ColumnChoices = std::shared_ptr<const std::vector<ColumnChoice>>;

/// Every column but time: probes first, then energies and drift, momentum, joints, their momenta,
/// bodies, multipliers, iterations and phases.
ColumnChoices columnChoices(const RowLayout& layout, const Model& model);

}  // namespace momentree::app

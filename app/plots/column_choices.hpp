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
    QString title;  ///< title for display: `name`, or a translated word
    QString unit;   ///< according to the settings (phases: ns), empty for numbers without a unit
    QString group;  ///< "Probes", "Joints", ...
    QString recordedUnit;      ///< SI (phases: ns)
    double perRecorded = 1.0;  ///< factor from recorded values to `unit`
    bool operator==(const ColumnChoice&) const = default;
};

/// Shared by all lists of a run: thousands of links have tens of thousands of columns.
using ColumnChoices = std::shared_ptr<const std::vector<ColumnChoice>>;

/// All columns except time: probes first, then energies, powers and works, drift, momentum, joints
/// and their momenta, bodies, multipliers, iterations and phases.
ColumnChoices columnChoices(const RowLayout& layout, const Model& model);

}  // namespace momentree::app

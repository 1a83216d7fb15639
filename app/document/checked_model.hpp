// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/kinematics/assemble.hpp"

namespace momentree::app {

/// A description as the picture and the status show it, whatever is wrong with it.
struct CheckedModel {
    /// Never null; where it cannot be built, only the bodies that can be placed, or none.
    std::shared_ptr<const Model> model;
    std::shared_ptr<const RowLayout> layout;  ///< of the rows of `model`, never null
    std::vector<BodyState> start;  ///< assembled, or as drawn where that cannot be done; body order
    AssemblyReport report;         ///< valid if assembled
    bool built = false, assembled = false;
    Diagnostics problems;  ///< why it is not
};

CheckedModel checkModel(const ModelDescription& description);

/// The row of a recording that shows these poses; what only a run can tell is not a number.
std::vector<double> rowOf(const RowLayout& layout, const std::vector<BodyState>& bodies);

/// Independent loops of joints: joints that the spanning tree had to cut.
int loopCount(const Model& model);

/// Whether its joints hold all bodies and no motion drives any.
bool cannotMove(const CheckedModel& checked);

}  // namespace momentree::app

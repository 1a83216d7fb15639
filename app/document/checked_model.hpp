// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/kinematics/assemble.hpp"

namespace momentree::app {

/// A description as shown by the picture and the status, whether valid or not.
struct CheckedModel {
    /// Never null. If it cannot be built, contains the bodies that can be placed.
    std::shared_ptr<const Model> model;
    std::shared_ptr<const RowLayout> layout;  ///< of the rows of `model`, never null
    std::vector<BodyState> start;             ///< assembled, or as drawn if that fails; body order
    AssemblyReport report;                    ///< valid if assembled
    bool built = false, assembled = false;
    Diagnostics problems;  ///< why it is not assembled
};

CheckedModel checkModel(const ModelDescription& description);

/// Position of a marker in the pose shown, world [m].
Vector3d placeOf(const CheckedModel& seen, const Marker& marker);

/// A row of a recording with these poses; quantities computed only in a run are NaN.
std::vector<double> rowOf(const RowLayout& layout, const std::vector<BodyState>& bodies);

/// Number of independent loops: joints cut by the spanning tree.
int loopCount(const Model& model);

/// Whether the joints hold all bodies and no motion drives any.
bool cannotMove(const CheckedModel& checked);

}  // namespace momentree::app

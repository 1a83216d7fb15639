// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "app/document/checked_model.hpp"

namespace momentree::app {

/// The two steps of `checkModel`: bodies in the poses of the description, then assembled unless
/// `stopped` becomes true.
CheckedModel checkBuilding(const ModelDescription& description);
void checkAssembly(
    CheckedModel& built, const std::function<bool()>& stopped = [] { return false; });

/// The assembled model with its bodies in another pose that also closes the loops. Until the next
/// `checkModel`, the report is that of the earlier pose.
/// @param description differs from that of `checked` only in its start
CheckedModel inPose(CheckedModel checked, const ModelDescription& description,
                    std::vector<BodyState> pose);

/// Whether it has so many loops that closing them takes longer than a frame.
bool closesSlowly(const Model& model);

/// Whether only the first step has been completed.
inline bool isBeingAssembled(const CheckedModel& checked) {
    return checked.built && !checked.assembled && checked.problems.empty();
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "app/document/checked_model.hpp"

namespace momentree::app {

/// The two steps of `checkModel`: bodies where the description puts them, then assembled, unless
/// `stopped` gets true meanwhile.
CheckedModel checkBuilding(const ModelDescription& description);
void checkAssembly(
    CheckedModel& built, const std::function<bool()>& stopped = [] { return false; });

/// What was assembled, with its bodies in another pose that closes the loops too. Until the next
/// `checkModel` the report stays that of the pose before.
/// @param description differs from that of `checked` in nothing but its start
CheckedModel inPose(CheckedModel checked, const ModelDescription& description,
                    std::vector<BodyState> pose);

/// Whether its loops are so many that closing them takes longer than a frame.
bool closesSlowly(const Model& model);

/// Whether only the first step is done.
inline bool isBeingAssembled(const CheckedModel& checked) {
    return checked.built && !checked.assembled && checked.problems.empty();
}

}  // namespace momentree::app

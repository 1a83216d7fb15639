// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "campaign/draft.hpp"

namespace momentree::campaign {

/// Adds what machines have besides joints: bodies that roll, are guided along curves or turn a
/// screw, elastic couplings, bushings, controllers, friction that sticks or follows a reaction,
/// springs with a curve and impacts. Returns their kinds ("screw+bushing").
std::string addMachineElements(Draft& draft);

}  // namespace momentree::campaign

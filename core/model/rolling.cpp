// SPDX-License-Identifier: Apache-2.0
#include "core/model/rolling.hpp"

#include <algorithm>

#include "core/model/model.hpp"

namespace momentree {

const JointElement* firstNonHolonomic(const Model& model) {
    const auto found = std::ranges::find_if(
        model.joints, [](const JointElement& joint) { return isNonHolonomic(joint.type); });
    return found == model.joints.end() ? nullptr : &*found;
}

}  // namespace momentree

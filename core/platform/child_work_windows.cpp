// SPDX-License-Identifier: Apache-2.0
#include "core/platform/child_work.hpp"

namespace momentree::platform {

std::vector<ChildOutcome> inChildren(std::size_t count, int, const ChildLimits&,
                                     const std::function<std::string(std::size_t)>&,
                                     const std::function<void(std::size_t)>&) {
    return std::vector<ChildOutcome>(
        count, {{}, "cannot be computed on Windows, which does not limit time and memory"});
}

}  // namespace momentree::platform

// SPDX-License-Identifier: Apache-2.0
#include "core/platform/child_work.hpp"

namespace momentree::platform {

const bool hasChildren = false;

std::vector<ChildOutcome> inChildren(std::size_t count, int, const ChildLimits&,
                                     const std::function<std::string(std::size_t)>&,
                                     const std::function<void(std::size_t)>&) {
    return std::vector<ChildOutcome>(count, {{}, "Windows has no copies of a process"});
}

}  // namespace momentree::platform

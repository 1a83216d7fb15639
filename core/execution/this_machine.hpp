// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.hpp"

namespace momentree {

/// Whether a backend computes on this machine, by itself or by code for the model; a board does
/// not.
inline bool onThisMachine(const std::string& backend) {
    return backend == "sequential" || backend == "float32" || backend == "generated" ||
           isParallel(backend);
}

}  // namespace momentree

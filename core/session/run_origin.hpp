// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "core/session/later_start.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// What a recording was computed from.
struct RunOrigin {
    std::shared_ptr<const Model> model;
    RunSpec spec;
    std::optional<LaterStart> start;  ///< where it continues an earlier motion
};

}  // namespace momentree

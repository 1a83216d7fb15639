// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "core/session/later_start.hpp"
#include "core/session/recording.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// What a recording was computed from.
struct RunOrigin {
    std::shared_ptr<const Model> model;
    RunSpec spec;
    std::optional<LaterStart> start;  ///< where it continues an earlier motion
    /// Estimated errors of each row (see `ErrorEstimator`) or null; `newest` gives all of them.
    std::shared_ptr<const Recording> errors = nullptr;
    std::string controller = {};  ///< what set the inputs, empty if nothing did
};

}  // namespace momentree

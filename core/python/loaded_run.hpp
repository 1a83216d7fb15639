// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "core/python/convert.hpp"
#include "core/session/run.hpp"

namespace momentree::python {

struct LoadedRun {
    LoadedModel model;
    std::unique_ptr<Run> run = {};
    Diagnostics warnings = {};
    std::optional<Message> failure = {};  ///< why it ended early
    StepStatus status = StepStatus::Reached;
    double wall = 0.0;  ///< time spent stepping [s]
    bool told = false;  ///< whether its warnings have been shown
    std::unique_ptr<std::atomic<bool>> busy = std::make_unique<std::atomic<bool>>(false);
};

}  // namespace momentree::python

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "app/document/checked_model.hpp"

namespace momentree::app {

/// The motion that cannot start because the mechanism is in a dead point; -1 if that is not what
/// keeps the model from being assembled.
int motionAtDeadPoint(const CheckedModel& seen);

/// The description with a start beside the dead point of a motion, by 20 degrees along the way that
/// is free without the motion, and with the motion's law shifted to begin there. Empty if no such
/// pose lets it start, or if its law is a table or an expression.
std::optional<ModelDescription> besideDeadPoint(const ModelDescription& description, int motion);

}  // namespace momentree::app

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/io/robot.hpp"

namespace momentree {

/// Fixes a link to ground in the pose in which every joint is at 0, in place of the free root of
/// its tree. Nothing changes if it is the root and fixed already.
/// @returns the name of the joint that must go, empty if none; errors for unknown links and for
/// trees that are held
Result<std::string> holdAt(Robot& robot, const std::string& link);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/kinematics/assemble.hpp"
#include "core/session/later_start.hpp"
#include "core/session/recording.hpp"

namespace momentree {

/// An instant of a run, from which another run can continue.
struct RunPoint {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Recording> recording;
    std::size_t row = 0;  ///< index, less than the recording's size
};

/// Whether a motion of one model can continue in the other: both have the same bodies, joints and
/// motions with the same connections.
bool sameMechanism(const Model& a, const Model& b);

/// The start of a run of `next` at that instant: joint coordinates and speeds of the spanning tree
/// are kept, then corrected as little as possible to satisfy the loops and prescribed motions of
/// `next`; angles keep their turns. Lengths, masses, loads and laws may differ, but not bodies,
/// joints and motions. An error if they do, or if `next` cannot be assembled there.
Result<LaterStart> carryOver(const RunPoint& point, const Model& next,
                             AssemblyReport* report = nullptr);

}  // namespace momentree

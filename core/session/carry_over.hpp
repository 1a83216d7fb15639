// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/kinematics/assemble.hpp"
#include "core/session/later_start.hpp"
#include "core/session/recording.hpp"

namespace momentree {

/// An instant of a run, from which another run can go on.
struct RunPoint {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Recording> recording;
    std::size_t row = 0;  ///< less than the recording's size
};

/// Whether a motion of the one can go on in the other: they have the same bodies, joints and
/// motions, joined in the same way.
bool sameMechanism(const Model& a, const Model& b);

/// The start of a run of `next` at that instant and time: joint coordinates and speeds of the
/// spanning tree are kept, then loops and prescribed motions of `next` are satisfied by the
/// shortest way; angles keep their turns. Lengths, masses, loads and laws may differ, but bodies,
/// joints and motions have to be the same ones. Refuses with the reason where they are not, or
/// where `next` cannot be assembled there.
Result<LaterStart> carryOver(const RunPoint& point, const Model& next,
                             AssemblyReport* report = nullptr);

}  // namespace momentree

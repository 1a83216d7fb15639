// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "campaign/mechanism.hpp"

namespace momentree::campaign {

/// What became of a mechanism.
enum class Kind { Agrees, Refused, Stopped, Failed };
const char* nameOf(Kind kind);

struct Verdict {
    Kind kind = Kind::Agrees;
    /// The class: the message of a refusal, formulations and statuses that stopped, or what is
    /// wrong ("energy: naudet").
    std::string reason;
    std::string detail;  ///< with figures
};

/// Runs a mechanism by every formulation, once with a step of 0.02 rad of its fastest motion and
/// once with half of it. Poses of different formulations may differ by ten times the effect of the
/// step, and so may energies from their start where nothing drives or damps. Loops stay closed,
/// given speeds hold at the start, and the degrees of freedom are those of the construction.
/// @param steps number of the longer steps, a multiple of 4
/// @param settings receives those of the run
Verdict judge(const Mechanism& mechanism, int steps, RunSettings* settings = nullptr);

}  // namespace momentree::campaign

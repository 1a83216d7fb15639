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

/// Runs a mechanism by every formulation for about two radians of its fastest motion, once with a
/// step of 0.02 rad and once with half of it. Poses of different formulations may differ by ten
/// times the effect of the step, and so may energies from their start where nothing drives or
/// damps. Loops stay closed, given speeds hold at the start, and the degrees of freedom are those
/// of the construction.
/// @param description receives the settings of the run
Verdict judge(const Mechanism& mechanism, RunSettings* settings = nullptr);

}  // namespace momentree::campaign

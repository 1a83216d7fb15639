// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "campaign/mechanism.hpp"

namespace momentree::campaign {

/// What became of a mechanism.
enum class Kind {
    Agrees,
    Refused,  ///< by name, before it runs
    Stopped,  ///< by name, by too many formulations to judge the others
    Alone,    ///< some formulations stop where the others agree
    Failed    ///< a run is wrong without saying so
};
const char* nameOf(Kind kind);

struct Verdict {
    Kind kind = Kind::Agrees;
    /// The class: the message of a refusal, formulations and statuses that stopped, or what is
    /// wrong ("energy: naudet").
    std::string reason;
    std::string detail;  ///< with figures
};

/// Runs a mechanism by every formulation, once with a step of 0.02 rad of its fastest motion and
/// once with half of it. Runs that end without a warning are compared; those whose poses depend on
/// the step are checked by a finer run before, as those of a user. Their poses may differ by ten
/// times the effect of the step; so may energies from their start where nothing drives or damps,
/// and by the work of the loads on what poses are known to. Where loops close only nearly, both may
/// differ by what their gap moves, the gap over the smallest singular value that counts; where the
/// motion is sensitive, by ten times the effect of dimensions that differ by the gap. Joints are
/// open no more than a fitted pose requires, given speeds hold at the start, the degrees of freedom
/// are those of the construction unless rounding or the gap hides them, and tables satisfy Newton's
/// and Euler's equations.
/// @param steps number of the longer steps, a multiple of 4
/// @param settings receives those of the run
Verdict judge(const Mechanism& mechanism, int steps, RunSettings* settings = nullptr);

}  // namespace momentree::campaign

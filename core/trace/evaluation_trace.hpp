// SPDX-License-Identifier: Apache-2.0
// The record of a formulation's work: its tree and, piece by piece, the equations that it evaluated
// with their results, their time and their thread.
#pragma once

#include <Eigen/Core>
#include <string_view>
#include <vector>

#include "core/stepping/phases.hpp"

namespace momentree {

/// An equation of THEORY, once for all pieces of work that evaluate it.
struct TracedEquation {
    std::string_view number;   ///< as printed in the source: "(33)", or the section of THEORY
    std::string_view formula;  ///< "W = -D (Dᵀ X D)⁻¹ Dᵀ"
    std::string_view says;     ///< what it does, for people
};

struct TracedResult {
    const TracedEquation* equation = nullptr;
    std::string_view symbol;  ///< of `value`: "ξ₁₁"
    Eigen::MatrixXd value;    ///< SI units
};

/// One node of the tree that a formulation works on.
struct TracedNode {
    enum class Kind {
        Single,  ///< one body, with what hangs on it
        Joined,  ///< everything below it, joined across one joint
    };
    Kind kind = Kind::Single;
    int parent = -1;          ///< the node it is joined into, -1 for those at the top
    bool absorbed = false;    ///< as a branch into the single body `parent`
    std::vector<int> bodies;  ///< model bodies, from inboard to outboard
    int joint = -1;           ///< of the model: the one inside the node or inboard of the body
};

/// A run through the tree.
struct TracedPass {
    enum class Way { Inward, Outward, Each, Once };
    std::string_view title;
    Phase phase = Phase::Count;
    Way way = Way::Each;
    std::string_view equations = {};  ///< numbers as in `TracedEquation`
};

/// What was done for one node in one pass.
struct TracedWork {
    int node = -1;                    ///< -1 for the mechanism as a whole
    int thread = 0;                   ///< 0 for the one that called
    std::int64_t begin = 0, end = 0;  ///< [ns] of the steady clock; equal where not timed
    std::vector<TracedResult> results;
};

struct TracedSweep {
    const TracedPass* pass = nullptr;
    int round = 0;                 ///< how often the same pass came before
    std::vector<TracedWork> work;  ///< by the time of its beginning
};

/// Time of the calling thread between two boundaries.
struct TracedLap {
    Phase phase = Phase::Count;
    std::int64_t begin = 0, end = 0;  ///< [ns] of the steady clock
};

struct EvaluationTrace {
    std::vector<TracedNode> nodes;
    std::vector<TracedSweep> sweeps;  ///< in the order in which they began
    std::vector<TracedLap> laps;
    int threads = 1;
};

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
// The trace of a formulation: its tree and, for each piece of work, the evaluated equations with
// results, time and thread.
#pragma once

#include <Eigen/Core>
#include <string_view>
#include <vector>

#include "core/stepping/phases.hpp"

namespace momentree {

/// An equation of THEORY, shared by all pieces of work that evaluate it.
struct TracedEquation {
    std::string_view number;   ///< as printed in the source: "(33)", or the section of THEORY
    std::string_view formula;  ///< "W = -D (Dᵀ X D)⁻¹ Dᵀ"
    std::string_view says;     ///< purpose, for people
};

struct TracedResult {
    const TracedEquation* equation = nullptr;
    std::string_view symbol;  ///< of `value`: "ξ₁₁"
    Eigen::MatrixXd value;    ///< SI units
};

/// One node of the tree that a formulation works on.
struct TracedNode {
    enum class Kind {
        Single,  ///< one body with its absorbed branches
        Joined,  ///< everything below, joined across one joint
    };
    Kind kind = Kind::Single;
    int parent = -1;          ///< the joined node that contains it, -1 for the topmost
    bool absorbed = false;    ///< whether it was absorbed as a branch by the single body `parent`
    std::vector<int> bodies;  ///< model bodies, from inboard to outboard
    int joint = -1;           ///< of the model: inside a joined node, or inboard of a single body
};

/// A pass over the tree.
struct TracedPass {
    enum class Way { Inward, Outward, Each, Once };
    std::string_view title;
    Phase phase = Phase::Count;
    Way way = Way::Each;
    std::string_view equations = {};  ///< numbers as in `TracedEquation`
};

/// The work for one node in one pass.
struct TracedWork {
    int node = -1;                    ///< -1 for the mechanism as a whole
    int thread = 0;                   ///< 0 for the calling thread
    std::int64_t begin = 0, end = 0;  ///< [ns] of the steady clock; equal if not timed
    std::vector<TracedResult> results;
};

struct TracedSweep {
    const TracedPass* pass = nullptr;
    int round = 0;                 ///< number of earlier sweeps of the same pass
    std::vector<TracedWork> work;  ///< in order of begin times
};

/// Time of the calling thread between two boundaries.
struct TracedLap {
    Phase phase = Phase::Count;
    std::int64_t begin = 0, end = 0;  ///< [ns] of the steady clock
};

struct EvaluationTrace {
    std::vector<TracedNode> nodes;
    std::vector<TracedSweep> sweeps;  ///< in order of begin times
    std::vector<TracedLap> laps;
    int threads = 1;
};

}  // namespace momentree

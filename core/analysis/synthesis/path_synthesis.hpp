// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <variant>

#include "core/analysis/synthesis/path_atlas.hpp"
#include "core/analysis/synthesis/path_chain.hpp"
#include "core/analysis/synthesis/path_fit.hpp"

namespace momentree {

/// Which linkage is to follow a curve.
struct PathRequest {
    std::vector<Complex> curve;  ///< points in order around it [m]
    LinkageLimits limits;        ///< [m]; chains have none
    /// Tried in this order until one is good enough: turns of the second crank for one of the
    /// first, 0 for four-bars.
    std::vector<int> families{0, -1, 2, -2, 3, -3};
    int arms = 0;              ///< if positive, a chain with so many cranks instead
    double goodEnough = 0.01;  ///< rms distance over the size of the curve
    std::uint64_t seed = 1;
    int threads = 1;        ///< results do not depend on them
    double seconds = 60.0;  ///< then the best so far is taken
    friend bool operator==(const PathRequest&, const PathRequest&) = default;
};

/// How far a search has come, to go on from there: families searched briefly, those searched and
/// rounds of changes that are done, and the linkages to which they led.
struct PathSearchState {
    struct Candidate {
        PathFit fit;
        PathError error;
    };
    std::size_t briefly = 0, families = 0;
    int rounds = 0;
    std::vector<Candidate> bestOfBrief, best;  ///< relative to the curve
};

struct PathProgress {
    int n = 0;           ///< of the family that is being searched
    double share = 0.0;  ///< of all that may be done, 0 to 1
    double rms = 0.0;    ///< of the best linkage so far, relative to the size; infinite without one
};

/// A linkage whose point follows a curve.
struct FoundPath {
    std::variant<PlanarLinkage, CrankChain> mechanism;
    PathError error;                 ///< between both curves, relative to `size`
    double size = 1.0;               ///< largest distance of the curve from its mean [m]
    double transmissionAngle = 0.0;  ///< least over a turn, of linkages [rad]
    bool outOfTime = false;          ///< not all that was planned has been tried
    bool stopped = false;            ///< the same, because the search was stopped
};

/// The best linkage that a search finds: an atlas of random linkages of each family, compared by
/// the harmonics of their curves, then `improve` for the most similar ones and, if that is not good
/// enough, for random changes of the best. All families are first searched briefly: if the time
/// ends before all have been searched, each has had some of it. The same request gives the same
/// result, unless it runs out of time or is stopped, which gives the best so far. Errors: those of
/// `closedCurve`, no linkage within the limits, cancelled before there was one.
/// @param state of an earlier search with the same request, which goes on from there as if it had
/// not been stopped; receives where this one ends
Result<FoundPath> synthesisePath(const PathRequest& request, std::stop_token stop = {},
                                 const std::function<void(const PathProgress&)>& told = {},
                                 PathSearchState* state = nullptr);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "core/analysis/synthesis/path_curve.hpp"

namespace momentree {

/// A sequence of random numbers of its own for every task (SplitMix64), so that results do not
/// depend on the order of tasks.
class RandomSequence {
public:
    RandomSequence(std::uint64_t seed, std::uint64_t task);
    double uniform();  ///< in [0, 1)
    double normal();   ///< of variance 1
private:
    std::uint64_t next();
    std::uint64_t state_;
};

/// Random linkages of one family with a = 1, whose loop closes all the turn, and the shapes of
/// their coupler curves.
struct PathAtlas {
    int n = 0;  ///< of `PlanarLinkage`
    std::uint64_t seed = 0;
    std::vector<CurveShape> shapes;

    PlanarLinkage linkage(std::size_t entry) const;
};
/// @param stopped asked from time to time, from any thread; then the atlas is empty
PathAtlas makeAtlas(int n, std::uint64_t seed, std::size_t entries, int threads,
                    const std::function<bool()>& stopped);

/// An entry whose curve resembles a shape, as it is or mirrored and backwards.
struct AtlasMatch {
    float distance = 0.0F;
    std::size_t entry = 0;
    bool backwards = false, mirrored = false;
};
/// The most similar entries, best first.
std::vector<AtlasMatch> nearest(const PathAtlas& atlas, const CurveShape& shape, std::size_t count);

/// Points of one turn of a linkage's coupler curve with equal distances along it, as if they were
/// corners: `at` is the angle of crank 1. Empty if the loop does not close all the turn.
std::vector<Along> alongCouplerCurve(const PlanarLinkage& linkage);

}  // namespace momentree

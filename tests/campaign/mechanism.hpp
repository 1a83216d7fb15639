// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/model/description.hpp"

namespace momentree::campaign {

struct Mechanism {
    ModelDescription description;
    /// Degrees of freedom by construction, -1 if unknown.
    int freedom = -1;
    /// Of its dimensions, relative to their size: loops may close only nearly; 0 for exact ones.
    double rounding = 0.0;
    std::string kind;  ///< "bennett+tree, rounded to 5"
};

/// A mechanism that can be assembled, from its seed alone: one to three linkages, nested, chained
/// or side by side, perhaps with further loops, drives, loads and rounded dimensions. Speeds are
/// at most 100 rad/s, masses differ by up to nine decades, sizes are 1e-6 to 1e3 m.
Mechanism generate(std::uint64_t seed);

}  // namespace momentree::campaign

// SPDX-License-Identifier: Apache-2.0
// Linkages in a closed pose, each on a base: ground or a body of another linkage.
#pragma once

#include "campaign/draft.hpp"

namespace momentree::campaign {

/// Adds a linkage of random dimensions with its speeds or its drive and counts its degrees of
/// freedom. Bennett, Bricard, Schatz, Sarrus, parallelograms and doors are redundant by
/// construction; planar and spherical loops lie in any direction.
using Linkage = void (*)(Draft&, int base);

struct NamedLinkage {
    const char* name;
    Linkage add;
};
extern const std::vector<NamedLinkage> linkages;

/// Joins two of the bodies once more. The degrees of freedom are then at least those counted.
void addCrossLoop(Draft& draft);

}  // namespace momentree::campaign

// SPDX-License-Identifier: Apache-2.0
#include "campaign/mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "campaign/elements.hpp"
#include "campaign/linkages.hpp"
#include "campaign/machine_elements.hpp"
#include "core/math/index.hpp"

namespace momentree::campaign {
namespace {

constexpr std::size_t mostBodies = 12;
// Of the mechanisms.
constexpr double elementsShare = 0.3, machineShare = 0.2;

/// Linkages on ground or on bodies of each other.
std::string addLinkages(Draft& draft) {
    std::string kind;
    const int parts = 1 + draft.random.below(3);
    const bool copies = draft.chance(0.2);
    int choice = 0, base = ground;
    for (int k = 0; k < parts && draft.poses.size() < mostBodies; ++k) {
        if (k == 0 || !copies) choice = draft.random.below(static_cast<int>(linkages.size()));
        linkages[toIndex(choice)].add(draft, base);
        kind += (kind.empty() ? "" : "+") + std::string(linkages[toIndex(choice)].name);
        const int bodies = static_cast<int>(draft.poses.size());
        base = draft.chance(0.3) ? ground : draft.random.below(bodies);
    }
    return kind;
}

}  // namespace

Mechanism generate(std::uint64_t seed) {
    Draft draft(seed);
    std::string kind = addLinkages(draft);
    bool crossed = false;
    while (draft.chance(0.2)) {
        addCrossLoop(draft);
        kind += "+cross";
        crossed = true;
    }
    if (draft.chance(0.3)) {
        draft.addLoads();
        kind += ", loads";
    }
    if (crossed || draft.chance(0.1)) draft.guessSpeeds();
    // With numbers of their own, so that other mechanisms stay what they are.
    const auto addShare = [&](std::uint64_t ownSeed, double share, auto add) {
        Random own(ownSeed);
        if (own.uniform(0.0, 1.0) >= share) return;
        std::swap(draft.random, own);
        if (const std::string elements = add(draft); !elements.empty()) kind += ", " + elements;
        std::swap(draft.random, own);
    };
    addShare(~seed, elementsShare, addElements);
    addShare(~seed ^ 1U << 31U, machineShare, addMachineElements);
    double rounding = 0.0;
    if (draft.chance(0.25)) {
        const int decimals = 3 + draft.random.below(6);
        draft.round(decimals);
        rounding = std::pow(10.0, -decimals);
        kind += ", rounded to " + std::to_string(decimals);
    }
    StartStyle style = StartStyle::Both;
    switch (draft.random.below(3)) {
        case 0:
            style = StartStyle::BodyPoses;
            break;
        case 1:
            style = StartStyle::JointCoordinates;
            break;
        default:
            break;
    }
    Mechanism mechanism{draft.finish(style), crossed ? -1 : draft.freedom, rounding, kind};
    mechanism.description.text = kind;
    return mechanism;
}

}  // namespace momentree::campaign

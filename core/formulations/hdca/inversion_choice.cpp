// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/hdca/inversion_choice.hpp"

#include <algorithm>
#include <array>

#include "core/formulations/hdca/planar.hpp"
#include "core/formulations/hdca/planar_mechanism.hpp"

namespace momentree {
namespace {

constexpr std::array<const char*, 4> inversions{"rank-revealing", "adjugate", "ldup", "eigen"};

}  // namespace

Inversion inversionOf(const std::string& id) {
    if (id == "ldup") return Inversion::Ldup;
    return id == "eigen" ? Inversion::Eigen : Inversion::Adjugate;
}

std::optional<Inversion> inversionOfLoops(const std::string& id) {
    if (id == inversions.front()) return std::nullopt;
    return inversionOf(id);
}

std::optional<Message> inversionRefusal(const Model& model, const RunSpec& spec) {
    if (std::ranges::find(inversions, spec.inversion) == inversions.end())
        return MOMENTREE_TEXT("inversion-unknown",
                              "is unknown; there is rank-revealing, adjugate, ldup, eigen");
    if (spec.formulation != "hdca" || spec.inversion == inversions.front()) return {};
    if (planarMechanism(model)) return {};
    return MOMENTREE_TEXT("inversion-not-planar",
                          "needs a chain, a tree or one loop to the ground, of revolute joints "
                          "with parallel axes; choose rank-revealing for this model");
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/session/built_in.hpp"

#include <array>

namespace momentree {
namespace {

struct BuiltIn {
    const char *integrator, *formulation;
};

constexpr std::array<BuiltIn, 7> builtIn{{{"trapezoidal", "index3-dca"},
                                          {"newmark", "index3-dca"},
                                          {"alpha-index2", "generalized-alpha"},
                                          {"alpha-index3", "generalized-alpha"},
                                          {"rattle", "rattle"},
                                          {"energy-momentum", "energy-momentum"},
                                          {"soft-euler", "soft"}}};

}  // namespace

std::string ownerOf(const std::string& integrator) {
    const std::string plain = plainIntegrator(integrator);
    for (const BuiltIn& each : builtIn)
        if (plain == each.integrator) return each.formulation;
    return {};
}

std::vector<std::string> integratorsIn(const std::string& formulation) {
    std::vector<std::string> ids;
    for (const BuiltIn& each : builtIn)
        if (formulation == each.formulation) ids.emplace_back(each.integrator);
    return ids;
}

std::string plainIntegrator(const std::string& integrator) {
    return integrator.substr(0, integrator.find(':'));
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/stepping/phases.hpp"

namespace momentree {

std::string_view phaseName(Phase phase) {
    static constexpr std::array<std::string_view, phaseCount> names{"kinematics",
                                                                    "initialise",
                                                                    "assembly",
                                                                    "base",
                                                                    "disassembly",
                                                                    "derivatives",
                                                                    "projection.velocity",
                                                                    "projection.acceleration",
                                                                    "integrate",
                                                                    "transfer",
                                                                    "network",
                                                                    "record"};
    return names[static_cast<std::size_t>(phase)];
}

}  // namespace momentree

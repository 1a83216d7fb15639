// SPDX-License-Identifier: Apache-2.0
#include "core/session/phase_device.hpp"

#include <string_view>

namespace momentree {

std::string boardOf(const RunSpec& spec, Phase phase) {
    constexpr std::string_view perPhase = ":per-phase";
    std::string board = spec.backend;
    if (!board.starts_with("board:") && !board.starts_with("virtual-board")) return {};
    if (!board.ends_with(perPhase)) return phase == Phase::Network ? board : std::string();
    board.resize(board.size() - perPhase.size());
    switch (phase) {
        case Phase::Initialise:
        case Phase::Assembly:
        case Phase::Base:
        case Phase::Transfer:
            return board;
        default:
            return {};
    }
}

}  // namespace momentree

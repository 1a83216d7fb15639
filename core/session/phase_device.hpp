// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"

namespace momentree {

/// The board that works on a phase of a run, for people: "board:HOST:PORT" or "virtual-board";
/// empty where this machine does. While a batch runs, its network phase holds both of board and
/// network.
std::string boardOf(const RunSpec& spec, Phase phase);

}  // namespace momentree

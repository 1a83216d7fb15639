// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"

namespace momentree {

/// The board that executes a phase of a run, for people: "board:HOST:PORT" or "virtual-board";
/// empty for this machine. While a batch runs, its network phase contains both board and network
/// time.
std::string boardOf(const RunSpec& spec, Phase phase);

}  // namespace momentree

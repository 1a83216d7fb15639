// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace momentree {

/// How the clocks of a board are known: counted by hardware, whose frequency is measured; counted
/// in a simulation of it; or taken from its program. The last two become times by an assumed
/// frequency.
enum class BoardSource : std::uint8_t { Measured, Counted, Modelled };

/// The times that a board reports for a run, added up over all batches or calls.
struct BoardTimes {
    /// A phase of its program or one of its functions, or the accesses of its processor.
    struct Part {
        std::string name;
        std::int64_t calls = 0;   ///< steps, calls of a function, or accesses
        std::int64_t clocks = 0;  ///< 0 for accesses
        std::int64_t ns = 0;
    };
    std::string device;
    BoardSource source = BoardSource::Modelled;
    std::vector<Part> parts;
    /// Time of all batches by the clock of this machine, less the time for which the board worked
    /// on them by its own; empty before the first has ended, and for single calls.
    std::optional<std::int64_t> network_ns;
};

}  // namespace momentree

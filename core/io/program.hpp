// SPDX-License-Identifier: Apache-2.0
// Other programs: the only place in core that starts them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace momentree {

struct ProgramResult {
    int status = 0;      ///< 0 if it succeeded
    std::string output;  ///< what it wrote, at most about `largestFile` bytes
};

/// Runs a program, found in PATH, and waits for its end. Its errors go where those of this program
/// go.
/// @param quiet its errors go nowhere
/// @returns nothing if there is no such program
std::optional<ProgramResult> runProgram(std::vector<std::string> arguments, bool quiet = false);

}  // namespace momentree

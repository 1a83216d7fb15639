// SPDX-License-Identifier: Apache-2.0
// This process and other programs: the only place in core that starts them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace momentree::platform {

/// The number of this process, for names of temporary files.
long processId();

struct ProgramResult {
    int status = 0;      ///< 0 if it succeeded
    std::string output;  ///< what it wrote, at most about 64 MiB
};

/// Where the standard error of a program goes: where that of this program goes, nowhere, or to its
/// output.
enum class Errors { Shown, Hidden, InOutput };

/// Runs a program, found in PATH or by its path, and waits for its end.
/// @param input what it reads as standard input; without, it has that of this program
/// @returns the reason if it cannot be started
tl::expected<ProgramResult, std::string> runProgram(std::vector<std::string> arguments,
                                                    Errors errors = Errors::Shown,
                                                    const std::optional<std::string>& input = {});

extern const char* const pythonProgram;  ///< "python3"

/// Sets a variable of the environment, for this process and those that it starts.
void setEnvironment(const char* name, const std::string& value);

/// Standard output and error take bytes as they are, and consoles read them as UTF-8.
void keepBytesOfStandardStreams();

/// Whether standard error is a terminal that obeys ANSI's escape sequences.
bool errorsGoToTerminal();

}  // namespace momentree::platform

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "app/shell/run_window.hpp"

namespace momentree::cli {

/// Exit codes of contract section 3. A run ended early by the user counts as failed, because its
/// results are incomplete.
enum ExitCode : int { exitDone = 0, exitFailed = 1, exitBadUse = 2 };  // NOLINT: constants

/// Opens the window; returns the exit code.
using OpenWindow = std::function<int(int argc, char** argv, const app::WindowRequest& request)>;

/// The whole program: parses the arguments, executes the command, returns the exit code.
/// @param openWindow empty if this build has no window
int commandLine(int argc, char** argv, const OpenWindow& openWindow);

}  // namespace momentree::cli

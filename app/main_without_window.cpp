// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.hpp"
#include "core/platform/process.hpp"

int main(int argc, char** argv) {
    momentree::platform::keepBytesOfStandardStreams();
    return momentree::cli::commandLine(argc, argv, {});
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.hpp"
#include "app/cli/messages.hpp"

int main(int argc, char** argv) {
    return momentree::cli::commandLine(
        argc, argv, [](int, char**, const momentree::app::WindowRequest&) {
            momentree::cli::print("this build of Momentree has no window; see momentree --help");
            return momentree::cli::exitBadUse;
        });
}

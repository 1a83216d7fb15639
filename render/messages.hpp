// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace momentree::render {

/// Collects VTK's messages in the whole process instead of writing them to the terminal.
void keepMessages();
/// VTK's messages since the last call, oldest first; at most the last few kB.
std::string takeMessages();

}  // namespace momentree::render

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace momentree::render {

/// Lets VTK's messages of the whole process be kept instead of written to the terminal.
void keepMessages();
/// What VTK has said since the last call, oldest first; at most the last few kB.
std::string takeMessages();

}  // namespace momentree::render

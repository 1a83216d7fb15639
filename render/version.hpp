// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace momentree::render {

/// Version of the VTK library.
std::string vtkVersion();

}  // namespace momentree::render

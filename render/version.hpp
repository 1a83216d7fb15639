// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace momentree::render {

/// Of the VTK library that draws.
std::string vtkVersion();

}  // namespace momentree::render

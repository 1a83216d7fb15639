// SPDX-License-Identifier: Apache-2.0
#include "render/version.hpp"

#include <vtkVersion.h>

namespace momentree::render {

std::string vtkVersion() { return ::vtkVersion::GetVTKVersion(); }

}  // namespace momentree::render

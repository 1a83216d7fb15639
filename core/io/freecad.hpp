// SPDX-License-Identifier: Apache-2.0
// Documents of FreeCAD (.FCStd) with an assembly of its Assembly workbench, from version 1.0.
#pragma once

#include <string>

#include "core/io/robot_file.hpp"
#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree {

/// Whether a path has the suffix of FreeCAD's documents.
bool isFreecadFile(const std::string& path);

/// Reads the assembly of a document, in the pose that was saved. Parts are bodies with their
/// placements as frames, their masses those of boxes of aluminium around their shapes: the file has
/// none. `notes` has what is left out. Lines in errors are those of Document.xml in the file.
Result<ModelDescription> readFreecad(const std::string& path, Diagnostics& notes,
                                     const ImportOptions& options);

}  // namespace momentree

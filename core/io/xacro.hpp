// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/io/xml_reader.hpp"

namespace momentree {

/// Whether a document has macros of xacro, which only the program `xacro` can replace.
bool usesXacro(const XmlElement& root);

/// The output of `xacro FILE`. Errors: the program is not installed, or it fails.
Result<std::string> runXacro(const std::string& file);

}  // namespace momentree

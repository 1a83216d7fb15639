// SPDX-License-Identifier: Apache-2.0
// Robot descriptions in XML are written with these.
#pragma once

#include <string>

#include "core/io/xml_reader.hpp"

namespace momentree {

/// The shortest number; what rotations leave of zeros is 0.
std::string xmlText(double value);
/// Three numbers, separated by blanks.
std::string xmlText(const Vector3d& v);
/// "r g b a" of "#rrggbb".
std::string rgbaText(const std::string& color);
/// A new last child.
XmlElement& addChild(XmlElement& parent, const char* tag);
void setText(XmlElement& element, const char* attribute, const std::string& value);
/// The whole document.
std::string printed(const tinyxml2::XMLDocument& document);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
// Elements that robot descriptions do not have, such as those with misspelt names.
#pragma once

#include <functional>

#include "core/io/xml_reader.hpp"

namespace momentree {

/// One warning that lists the elements that URDF does not have at their places in a file, how often
/// each is there, and the line of the first. Names with a colon belong to other programs and are no
/// mistake.
/// @param files knows by which file this one is included
void noteUnknownInUrdf(const XmlElement& root, const XmlProblems& files, Diagnostics& notes);
/// The same for SDF.
void noteUnknownInSdf(const XmlElement& root, const XmlProblems& files, Diagnostics& notes);

using ElementChildren = std::function<std::vector<const XmlElement*>(const XmlElement&)>;
/// The same for MJCF, one warning for all files.
/// @param inside gives the children of an element, those of included files in their places
void noteUnknownInMjcf(const XmlElement& root, const ElementChildren& inside,
                       const XmlProblems& files, Diagnostics& notes);

/// Whether an element of this name is an extension of other programs in a <robot>, to say what a
/// robot has besides its motion.
bool isUrdfExtension(std::string_view tag);

}  // namespace momentree

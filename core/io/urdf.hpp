// SPDX-License-Identifier: Apache-2.0
// Robot descriptions (URDF, http://wiki.ros.org/urdf/XML): trees of links and joints in XML.
#pragma once

#include <string>
#include <string_view>

#include "core/model/model.hpp"
#include "core/result.hpp"

namespace momentree {

/// Whether a text is XML, judged by its first character.
bool looksLikeXml(std::string_view text);

/// Reads a robot as a model: its root is fixed to ground, z points up, gravity is 9.80665 m/s^2,
/// joints start at 0. Massless links fixed to others become their markers. Features that a model
/// cannot represent (limits, mimic joints, friction, transmissions ...) are listed in `notes`;
/// those that would change the motion (planar joints, moving links without mass) are errors.
Result<ModelDescription> readUrdf(std::string_view text, Diagnostics* notes);

/// Writes a model as a robot. Loops and joint types that URDF does not have are errors; forces,
/// motions, the start and similar parts are omitted and listed in `notes`.
Result<std::string> writeUrdf(const Model& model, Diagnostics* notes);

}  // namespace momentree

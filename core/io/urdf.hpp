// SPDX-License-Identifier: Apache-2.0
// Robot descriptions (URDF, http://wiki.ros.org/urdf/XML): trees of links and joints in XML.
#pragma once

#include <string>
#include <string_view>

#include "core/model/model.hpp"
#include "core/result.hpp"

namespace momentree {

/// Whether a file's text is XML, by its first character.
bool looksLikeXml(std::string_view text);

/// A robot as a model: its root is held to ground, z points up, gravity is 9.80665 m/s^2, joints
/// start at 0. Links without mass that are fixed to others become markers of these. What a model
/// cannot hold (limits, mimic joints, friction, transmissions ...) is told by name in `notes`; what
/// would change the motion altogether (planar joints, moving links without mass) is refused.
Result<ModelDescription> readUrdf(std::string_view text, Diagnostics* notes);

/// The text of a model as a robot. Refuses loops and types of joints that URDF does not have, by
/// name; forces, motions, the start and the like are left out and told in `notes`.
Result<std::string> writeUrdf(const Model& model, Diagnostics* notes);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
// Robot descriptions (URDF, http://wiki.ros.org/urdf/XML): trees of links and joints in XML.
#pragma once

#include <string>
#include <string_view>

#include "core/io/xml_reader.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// Reads a robot as a model: its root is fixed to ground, or free with `freeBase`; z points up,
/// gravity is 9.80665 m/s^2, joints start at 0. Links fixed to others are lumped with them (see
/// `modelOf`). Features that a model cannot represent (limits, friction,
/// transmissions ...) are listed in `notes`, planar joints are errors. Every diagnostic has a line.
Result<ModelDescription> readUrdf(const XmlElement& root, Diagnostics& notes,
                                  bool freeBase = false);

/// Writes a model as a robot. Loops and joint types that URDF does not have are errors; forces,
/// motions, the start and similar parts are omitted and listed in `notes`.
Result<std::string> writeUrdf(const Model& model, Diagnostics* notes);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
// Robot descriptions (URDF, http://wiki.ros.org/urdf/XML): trees of links and joints in XML.
#pragma once

#include <string>
#include <string_view>

#include "core/io/robot_file.hpp"
#include "core/io/xml_reader.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// Reads a robot as a model: its root is fixed to ground or free; z points up,
/// gravity is 9.80665 m/s^2, joints start at 0. Links fixed to others are lumped with them (see
/// `modelOf`). Features that a model cannot represent (limits, friction,
/// transmissions ...) are listed in `notes`, planar joints are errors. Every diagnostic has a line.
/// @param file path of the robot, next to which meshes are looked for
Result<ModelDescription> readUrdf(const XmlElement& root, const std::string& file,
                                  Diagnostics& notes, const ImportOptions& options);

/// Writes a model as a robot. Joints that close loops become loops of URDF+. Joint types that
/// URDF does not have are errors; forces,
/// motions, the start and similar parts are omitted and listed in `notes`.
/// @param file that will be written, from which meshes are named
Result<std::string> writeUrdf(const Model& model, Diagnostics* notes, const std::string& file = {});

}  // namespace momentree

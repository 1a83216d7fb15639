// SPDX-License-Identifier: Apache-2.0
// Models of Gazebo (SDFormat, http://sdformat.org/spec): links and joints, which may form loops.
#pragma once

#include <string>

#include "core/io/robot_file.hpp"
#include "core/io/xml_reader.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// Reads the first model of a file that can move; `file` is its path, from which meshes are found.
/// Joints beyond a spanning tree close loops. Links fixed to others are lumped with them (see
/// `modelOf`). What a model cannot represent (friction, collisions, sensors ...) is listed in
/// `notes`. Names of links and joints in nested models begin with those of the models, "arm::".
/// Every diagnostic has a line.
Result<ModelDescription> readSdf(const XmlElement& root, const std::string& file,
                                 Diagnostics& notes, const ImportOptions& options);

/// Writes a model as a world, in the pose and with the speeds of its start, where all coordinates
/// are 0. Joints that SDF does not have are errors; what else is lost is listed in `notes`.
/// @param file that will be written, from which meshes are named
Result<std::string> writeSdf(const Model& model, const std::string& file, Diagnostics* notes);

}  // namespace momentree

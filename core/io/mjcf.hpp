// SPDX-License-Identifier: Apache-2.0
// MuJoCo's models (MJCF, https://mujoco.readthedocs.io/en/stable/XMLreference.html).
#pragma once

#include <string>

#include "core/io/robot_file.hpp"
#include "core/io/xml_reader.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// Reads the bodies, joints, inertias, springs, dampers and loops (`connect`, `weld`) of a model in
/// MJCF; `file` is its path, from which included files and meshes are
/// found. Bodies without joints are lumped
/// with their parents (see `modelOf`). What a model cannot represent (limits, contacts, actuators,
/// tendons ...) is listed in `notes`. Every diagnostic has a line.
Result<ModelDescription> readMjcf(const XmlElement& root, const std::string& file,
                                  Diagnostics& notes, const ImportOptions& options);

/// Writes a model in the pose and with the speeds of its start. Joints that MJCF does not have,
/// alone or in a loop, and point masses are errors; what else is lost is listed in `notes`.
/// @param file that will be written, from which meshes are named
Result<std::string> writeMjcf(const Model& model, const std::string& file, Diagnostics* notes);

}  // namespace momentree

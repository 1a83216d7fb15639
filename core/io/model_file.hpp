// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/io/robot_file.hpp"
#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree {

/// Reads a model file, a reference case, a robot (URDF, MJCF, SDF), a mechanism of PMKS+, or the
/// model and settings of a run from a report or an HDF5 file, recognised by content. "-" is
/// standard input; a web address is itself a mechanism of PMKS+. Every diagnostic has a line. What
/// a model cannot hold is appended to `notes` if given.
Result<ModelDescription> readModelFile(const std::string& path, Diagnostics* notes = nullptr,
                                       const ImportOptions& options = {});
/// Reads the same from memory; messages use `name` as the file's name.
Result<ModelDescription> readModelText(std::string_view text, const std::string& name,
                                       Diagnostics* notes = nullptr,
                                       const ImportOptions& options = {});
/// Sets a run setting as a file would: `name` is its key in "run"; `value` is a number, true, false
/// or other text. Errors are those of a file, without a line.
Result<void> setRunSetting(RunSettings& settings, const std::string& name,
                           const std::string& value);
/// The line of the run setting that a problem is about; 0 if the file does not set it to the value
/// in the problem. Values such as the name of a formulation are judged only when a run begins.
int lineOfSetting(const std::string& path, const Diagnostic& problem);
/// The canonical text of a description: fixed order, one short item per line, shortest numbers.
/// Meshes are named relative to the folder of `file`, or by their absolute paths without one.
std::string writeModelText(const ModelDescription& description, const std::string& file = {});
/// Saves atomically: an existing file is replaced only when the new one is complete.
Result<void> saveModelFile(const ModelDescription& description, const std::string& path);

}  // namespace momentree

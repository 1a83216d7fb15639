// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exercises/exercise.hpp"

namespace momentree {

/// Writes the folder `to` for a course system: the files of `templates` with the exercise's title,
/// task, points and names of files filled in, and a copy of the exercise without its solution.
/// `to` must not exist.
Result<void> writeCourseFolder(const Exercise& exercise, const std::string& templates,
                               const std::string& to);

}  // namespace momentree

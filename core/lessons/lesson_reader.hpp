// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/lessons/lesson.hpp"
#include "core/result.hpp"

namespace momentree {

inline constexpr const char* lessonFile = "lesson.json";

/// Reads `folder`/lesson.json and the pages it names. Unknown fields, missing files, runs that
/// nothing defines and numbers that no claim states are refused, each with its line.
/// @param examples folder of the models that lessons name by `example`
Result<Lesson> readLesson(const std::string& folder, const std::string& examples);

}  // namespace momentree

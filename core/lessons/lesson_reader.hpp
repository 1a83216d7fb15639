// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/lessons/lesson.hpp"
#include "core/result.hpp"

namespace momentree {

inline constexpr const char* lessonFile = "lesson.json";

/// Reads `folder`/lesson.json and the pages it names. Unknown fields, missing files, undefined runs
/// and undefined claims are errors with lines.
/// @param examples folder of the models that lessons reference by `example`
Result<Lesson> readLesson(const std::string& folder, const std::string& examples);

}  // namespace momentree

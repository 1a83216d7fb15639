// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <map>
#include <vector>

#include "core/lessons/measure.hpp"

namespace momentree::app {

/// Whether a condition of a task is met.
struct LessonVerdict {
    QString label, value, goal;
    bool met = false;
};

/// Values of the controls of a task that were run.
struct LessonAttempt {
    std::vector<std::pair<std::string, std::string>> values;
    std::vector<LessonVerdict> verdicts;
    bool solved = false;
};

/// What a learner did in a lesson.
struct LessonWork {
    Lesson lesson;
    std::map<int, int> chosen;                           ///< answers by step, -1: skipped
    std::map<int, LessonResults> results;                ///< by step
    std::map<int, std::vector<LessonAttempt>> attempts;  ///< by step
};

/// A Markdown text of a lesson without marks, with the numbers of its claims.
QString plainText(const std::string& markdown, const Lesson& lesson);
/// The question of a prediction: the last paragraph of its page.
QString questionOf(const LessonStep& step, const Lesson& lesson);
/// A measured value, or "–".
QString measuredText(const Quantity& quantity, const LessonResults& results,
                     const std::string& run);

}  // namespace momentree::app

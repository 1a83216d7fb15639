// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exercises/exercise.hpp"
#include "core/io/json_text.hpp"
#include "core/session/catalogue.hpp"

namespace momentree {

/// Points for one criterion.
struct Mark {
    std::string label;
    double points = 0.0, of = 0.0;
    std::string feedback;  ///< what was found, and what was asked for if the points are lost
};

/// The result of one submission.
struct Graded {
    std::string student;
    std::vector<Mark> marks;            ///< [criteria]
    std::vector<std::string> problems;  ///< why parts of the submission cannot be graded
    double points() const;
    double of() const;
};

/// Runs what the submission asks for, and judges every criterion.
Graded grade(const Catalogue& catalogue, const Exercise& exercise, const Submission& submission);

/// No points, because the submission cannot be graded.
Graded ungraded(const Exercise& exercise, std::string student, std::string reason);

JsonItem gradedItem(const Graded& graded);
/// Reads back what `gradedItem` wrote.
Result<Graded> readGraded(const std::string& text);

/// Checks everything in an exercise that depends on its models: parameters, settings, columns.
Result<void> checkExercise(const Catalogue& catalogue, const Exercise& exercise);

}  // namespace momentree

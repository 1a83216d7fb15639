// SPDX-License-Identifier: GPL-3.0-or-later
// Grades steps of an algorithm that students write in Python, by the module momentree.steps.
#pragma once

#include "core/exercises/grade.hpp"

namespace momentree::cli {

/// Whether the folder asks for a step: it has a file step.json.
bool asksForStep(const std::string& folder);
/// The exercise with one criterion, the share of nodes that are right.
Result<Exercise> readStepExercise(const std::string& folder);
/// Runs Python once for all files, which grades `jobs` at a time. Without the package it says what
/// to install.
std::vector<Graded> gradeSteps(const Exercise& exercise, const std::vector<std::string>& files,
                               int jobs);

}  // namespace momentree::cli

// SPDX-License-Identifier: Apache-2.0
// The figures of a paper as runs of its systems: what the paper shows, what is computed here.
#pragma once

#include <string>
#include <vector>

#include "core/lessons/lesson.hpp"
#include "core/result.hpp"

namespace momentree {

/// A number that stands in the paper or can be read from its figure, beside the one computed here.
struct PaperNumber {
    std::string label;
    std::string theirs;  ///< as the paper says it, with unit; empty if it gives no number
    Claim ours;          ///< what is measured, and its bounds, which a test checks
};

struct PaperFigure {
    std::string name;     ///< "fig-6"
    std::string title;    ///< what it shows
    std::string differs;  ///< where the computation here differs from the paper's, and why
    std::vector<std::string> runs;
    std::vector<std::string> columns;  ///< of its curves
    std::vector<PaperNumber> numbers;
};

struct Paper {
    std::string name;  ///< of its file without extension
    std::string title, reference;
    std::vector<LessonRun> runs;
    std::vector<PaperFigure> figures;

    const PaperFigure* figure(const std::string& figureName) const;  ///< nullptr if there is none
    const LessonRun* run(const std::string& runName) const;          ///< nullptr if there is none
};

/// Reads a file of `resources/papers`. Errors have lines.
/// @param examples folder of the models that runs name by `example`
Result<Paper> readPaper(const std::string& file, const std::string& examples);

}  // namespace momentree

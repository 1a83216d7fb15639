// SPDX-License-Identifier: Apache-2.0
// The figures of a paper as runs of its systems: what the paper shows, what is computed here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/lessons/measure.hpp"
#include "core/papers/paper_facts.hpp"
#include "core/result.hpp"

namespace momentree {

/// Where a number computed here comes from. Modelled times are never shown as measured.
enum class NumberSource {
    Run,       ///< of a run: the same on every machine
    Counted,   ///< operations, registers or clocks of this program
    Modelled,  ///< computed from counts and assumed times
    Measured   ///< a time of this machine
};

/// A number that stands in the paper or can be read from its figure, beside the one computed here.
struct PaperNumber {
    std::string label;
    std::string theirs;  ///< as the paper says it, with unit; empty if it gives no number
    std::string place;   ///< of `theirs` in the paper: "section 5.1"
    NumberSource source = NumberSource::Run;
    std::string fact;  ///< key of the facts; empty: the quantity of `ours`
    Claim ours;        ///< what is measured, and its bounds, which a test checks; a measured time
                       ///< has no bounds
};

/// Times of steps over the number of bodies and of threads, instead of runs.
struct PaperCost {
    enum class Shows { Time, Speedup, Efficiency };
    Shows shows = Shows::Time;
    std::string formulation;
    std::vector<int> bodies;  ///< ascending
    int steps = 1;            ///< of the paper's simulation
};

struct PaperFigure {
    std::string name;     ///< "fig-6"
    std::string title;    ///< what it shows
    std::string differs;  ///< where the computation here differs from the paper's, and why
    std::vector<std::string> runs;
    std::vector<std::string> columns;  ///< of its curves
    std::optional<PaperCost> cost;
    std::vector<PaperNumber> numbers;
};

/// A figure or table that has nothing to compute: a drawing, a list of steps, given numbers.
struct PaperDrawing {
    std::string name;   ///< "fig-9"
    std::string title;  ///< what it shows
    std::string text;   ///< why there is nothing to compute, and where this program has the like
};

struct Paper {
    std::string name;  ///< of its file without extension
    std::string title, reference;
    std::vector<LessonRun> runs;
    std::vector<PaperFigure> figures;
    std::vector<PaperDrawing> drawings;

    const PaperFigure* figure(const std::string& figureName) const;    ///< nullptr if there is none
    const PaperDrawing* drawing(const std::string& figureName) const;  ///< nullptr if there is none
    const LessonRun* run(const std::string& runName) const;            ///< nullptr if there is none
};

/// Reads a file of `resources/papers`. Errors have lines.
/// @param examples folder of the models that runs name by `example`
Result<Paper> readPaper(const std::string& file, const std::string& examples);

/// "counted", "modelled", "measured"; empty for numbers of runs.
const char* sourceWord(NumberSource source);
/// The number computed here.
/// @param results of the figure's runs
/// @param facts an error if it lacks the number
Result<double> numberHere(const PaperNumber& number, const LessonResults& results,
                          const PaperFacts& facts);

/// All figures in Markdown: the numbers of the paper beside those stated for this program, and
/// where the computation differs.
std::string papersPage(const std::vector<Paper>& papers);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/papers/paper.hpp"

namespace momentree {
namespace {

/// A cell of a Markdown table.
std::string cell(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '|') out += '\\';
        out += c;
    }
    return out.empty() ? "–" : out;
}

std::string statedText(const PaperNumber& number) {
    if (number.source == NumberSource::Measured) return "measured on your machine";
    std::string text = claimNumber(number.ours);
    if (number.ours.within.value_or(0.0) > 0.0) {
        text = readableNumber(number.ours.value.value_or(std::nan(""))) + " ± " +
               readableNumber(*number.ours.within);
        if (!number.ours.unit.empty()) text += "\u00a0" + number.ours.unit;
    }
    if (number.source != NumberSource::Run) text += std::string(", ") + sourceWord(number.source);
    return text;
}

std::string figureText(const Paper& paper, const PaperFigure& figure) {
    std::string text = "### " + figure.title + "\n\n`momentree paper " + paper.name + ' ' +
                       figure.name + "`\n\n| number | paper | here |\n|---|---|---|\n";
    for (const PaperNumber& number : figure.numbers) {
        std::string theirs = number.theirs;
        if (!theirs.empty() && !number.place.empty()) theirs += " (" + number.place + ")";
        text += "| " + cell(number.label) + " | " + cell(theirs) + " | " +
                cell(statedText(number)) + " |\n";
    }
    for (const std::string& run : figure.runs) text += "\n* " + run + ": " + paper.run(run)->label;
    return text + (figure.runs.empty() ? "\n" : "\n\n") + figure.differs + "\n\n";
}

/// What the paper prints besides: figures and tables that have nothing to compute.
std::string drawingsText(const Paper& paper) {
    if (paper.drawings.empty()) return {};
    std::string text = "### Figures and tables with nothing to compute\n\n";
    for (const PaperDrawing& drawing : paper.drawings)
        text += "* " + drawing.name + ", " + drawing.title + ": " + drawing.text + "\n";
    return text + "\n";
}

}  // namespace

std::string papersPage(const std::vector<Paper>& papers) {
    std::string text =
        "# Figures of papers\n\n"
        "Each command computes one figure again and prints the numbers of the paper beside those "
        "found here; `--csv FILE` writes the curves. Numbers of the paper are those that its text "
        "states; values that can only be read off a plot are left out. Numbers of this program "
        "hold within the bounds shown. *Counted* numbers are operations, registers or clocks, "
        "*modelled* ones are computed from counts and assumed times, *measured* ones are times of "
        "your machine.\n\n";
    for (const Paper& paper : papers) {
        text += "## " + paper.title + "\n\n" + paper.reference + "\n\n";
        for (const PaperFigure& figure : paper.figures) text += figureText(paper, figure);
        text += drawingsText(paper);
    }
    while (text.ends_with("\n\n")) text.pop_back();
    return text;
}

}  // namespace momentree

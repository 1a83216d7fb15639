// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "app/base/resources_dir.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/text_table.hpp"
#include "core/io/csv.hpp"
#include "core/lessons/measure.hpp"
#include "core/model/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/papers/paper.hpp"

namespace momentree::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> paperFiles() {
    std::vector<std::string> files;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(resourcesDirectory() / "papers", ignored))
        if (entry.path().extension() == ".json") files.push_back(entry.path().string());
    std::ranges::sort(files);
    return files;
}

Result<Paper> paperOf(const std::string& file) {
    return readPaper(file, (resourcesDirectory() / "examples").string());
}

void printPapers() {
    for (const std::string& file : paperFiles()) {
        const auto paper = paperOf(file);
        if (!paper) {
            print(paper.error(), file);
            continue;
        }
        std::cout << paper->name << "  " << paper->title << "\n    " << paper->reference << '\n';
        for (const PaperFigure& figure : paper->figures)
            std::cout << "    " << figure.name << "  " << figure.title << '\n';
    }
}

std::vector<std::string> paperNames() {
    std::vector<std::string> names;
    for (const std::string& file : paperFiles()) names.push_back(fs::path(file).stem().string());
    return names;
}
std::vector<std::string> figureNames(const Paper& paper) {
    std::vector<std::string> names;
    for (const PaperFigure& figure : paper.figures) names.push_back(figure.name);
    return names;
}

/// Computes the runs of a figure and those that its numbers refer to.
Result<LessonResults> computeRuns(const Catalogue& catalogue, const Paper& paper,
                                  const PaperFigure& figure) {
    LessonResults results;
    for (const std::string& name : figure.runs) {
        auto experiment = prepare(catalogue, *paper.run(name));
        if (!experiment) return tl::unexpected(std::move(experiment.error()));
        auto result = compute(catalogue, *std::move(experiment));
        if (!result) return tl::unexpected(std::move(result.error()));
        if (result->failure) return fail(error(Place::run(name), *result->failure));
        results.emplace(name, *std::move(result));
    }
    return results;
}

/// Rows of all runs at the times of the first.
Result<void> writeFigure(const PaperFigure& figure, const LessonResults& results,
                         const std::string& path) {
    std::string text = "time";
    for (const std::string& run : figure.runs)
        for (const std::string& column : figure.columns) text += "," + csvField(run + "." + column);
    text += "\r\n";
    const Recording& first = *results.at(figure.runs.front()).recording;
    for (std::size_t row = 0; row < first.size(); ++row) {
        text += numberText(first.at(row, 0));
        for (const std::string& run : figure.runs) {
            const LessonResult& result = results.at(run);
            for (const std::string& column : figure.columns) {
                const int at = result.layout->column(column);
                const bool known = at >= 0 && row < result.recording->size();
                text += "," + (known ? numberText(result.recording->at(row, at)) : "nan");
            }
        }
        text += "\r\n";
    }
    return writeTextAtomically(text, path);
}

int printFigure(const Catalogue& catalogue, const Paper& paper, const PaperFigure& figure,
                const std::optional<std::string>& csv) {
    const auto results = computeRuns(catalogue, paper, figure);
    if (!results) {
        print(results.error(), paper.name + " " + figure.name);
        return exitFailed;
    }
    std::ostream& out = csv == "-" ? std::cerr : std::cout;
    out << paper.name << ", " << figure.name << ": " << figure.title << "\n\n";
    TextTable table{{"number", "paper", "here"}};
    for (const PaperNumber& number : figure.numbers) {
        const auto ours = measure(number.ours.quantity, *results);
        if (!ours) {
            print(ours.error(), paper.name + " " + figure.name);
            return exitFailed;
        }
        table.push_back({number.label, number.theirs.empty() ? "-" : number.theirs,
                         numberText(*ours, 4) + " " + number.ours.unit});
    }
    printTable(table, out);
    out << '\n';
    for (const std::string& run : figure.runs) out << run << ": " << paper.run(run)->label << '\n';
    out << '\n' << figure.differs << '\n';
    if (!csv) return exitDone;
    const auto written = writeFigure(figure, *results, *csv);
    if (!written) print(written.error());
    return written ? exitDone : exitFailed;
}

}  // namespace

int paperCommand(const Catalogue& catalogue, const PaperOptions& options) {
    if (options.paper.empty()) {
        printPapers();
        return exitDone;
    }
    const std::vector<std::string> files = paperFiles(), names = paperNames();
    const auto found = std::ranges::find(names, options.paper);
    if (found == names.end()) {
        print({error(Place::option("NAME"),
                     MOMENTREE_TEXT("paper-unknown", "there is no paper '%1'%2")(
                         options.paper, didYouMean(options.paper, std::span(names))))});
        return exitBadUse;
    }
    const std::string& file = files[static_cast<std::size_t>(found - names.begin())];
    const auto paper = paperOf(file);
    if (!paper) {
        print(paper.error(), file);
        return exitBadUse;
    }
    const std::vector<std::string> figures = figureNames(*paper);
    if (!options.figure.empty() && paper->figure(options.figure) == nullptr) {
        print({error(
            Place::option("FIGURE"),
            MOMENTREE_TEXT("figure-unknown", "'%1' has no figure '%2' here%3")(
                paper->name, options.figure, didYouMean(options.figure, std::span(figures))))});
        return exitBadUse;
    }
    int code = exitDone;
    for (const PaperFigure& figure : paper->figures)
        if (options.figure.empty() || figure.name == options.figure) {
            code = std::max(code, printFigure(catalogue, *paper, figure, options.csv));
            if (options.figure.empty()) std::cout << '\n';
        }
    return code;
}

}  // namespace momentree::cli

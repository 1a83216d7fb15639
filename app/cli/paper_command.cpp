// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <thread>

#include "app/base/resources_dir.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/progress_line.hpp"
#include "app/cli/stop_on_interrupt.hpp"
#include "app/cli/text_table.hpp"
#include "core/io/csv.hpp"
#include "core/io/provenance.hpp"
#include "core/lessons/measure.hpp"
#include "core/model/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/papers/cost_facts.hpp"
#include "core/papers/operation_counts.hpp"
#include "core/papers/paper.hpp"
#include "fpga_link/offload/function_facts.hpp"

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
        if (paper->drawings.empty()) continue;
        std::cout << "    nothing to compute:";
        for (const PaperDrawing& drawing : paper->drawings)
            std::cout << (&drawing == &paper->drawings.front() ? " " : ", ") << drawing.name;
        std::cout << '\n';
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
    for (const PaperDrawing& drawing : paper.drawings) names.push_back(drawing.name);
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

std::string threadsText(const CostCurve& curve) {
    return curve.threads == 1 ? "1 thread" : std::to_string(curve.threads) + " threads";
}

/// A row for each size, a column for each number of threads.
TextTable costTable(const PaperCost& cost, const CostFigure& figure) {
    TextTable table{{"bodies"}};
    for (const CostCurve& curve : figure.curves) table[0].push_back(threadsText(curve));
    for (std::size_t size = 0; size < cost.bodies.size(); ++size) {
        table.push_back({std::to_string(cost.bodies[size])});
        for (const CostCurve& curve : figure.curves) {
            const double value = shownCost(cost, figure, curve, size);
            table.back().push_back(std::isnan(value) ? "-" : numberText(value, 3));
        }
    }
    return table;
}

std::string csvOfTable(const TextTable& table) {
    std::string text;
    for (const auto& row : table)
        for (std::size_t k = 0; k < row.size(); ++k)
            text += row[k] + (k + 1 < row.size() ? "," : "\r\n");
    return text;
}

Result<CostFigure> measureCost(const Catalogue& catalogue, const PaperCost& cost) {
    ProgressLine line(false);
    const StopOnInterrupt interrupt;
    const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    auto figure = costOverBodies(catalogue, costPlan(cost, threads), interrupt.stop.get_token(),
                                 [&line](double share) { line.showShare(share); });
    if (figure && interrupt.stop.stop_requested())
        return fail(error({}, MOMENTREE_TEXT("cost-stopped", "the measurement was stopped")()));
    return figure;
}

/// What a figure shows, computed.
struct ComputedFigure {
    LessonResults results;
    std::optional<CostFigure> cost;
    PaperFacts facts;
};

Result<ComputedFigure> computeFigure(const Catalogue& catalogue, const Paper& paper,
                                     const PaperFigure& figure) {
    ComputedFigure computed;
    auto results = computeRuns(catalogue, paper, figure);
    if (!results) return tl::unexpected(std::move(results.error()));
    computed.results = *std::move(results);
    computed.facts = operationFacts();
    computed.facts.merge(fpga::functionFacts());
    if (!figure.cost) return computed;
    auto cost = measureCost(catalogue, *figure.cost);
    if (!cost) return tl::unexpected(std::move(cost.error()));
    computed.facts.merge(costFacts(*figure.cost, *cost));
    computed.cost = *std::move(cost);
    return computed;
}

Result<TextTable> numberTable(const PaperFigure& figure, const ComputedFigure& computed) {
    TextTable table{{"number", "paper", "here"}};
    for (const PaperNumber& number : figure.numbers) {
        // Some times cannot be measured on every machine, a speedup with one processor for example.
        const bool absent = number.source == NumberSource::Measured && !number.fact.empty() &&
                            !computed.facts.contains(number.fact);
        const auto ours = absent ? Result<double>(std::nan(""))
                                 : numberHere(number, computed.results, computed.facts);
        if (!ours) return tl::unexpected(ours.error());
        std::string here = absent ? "not measurable" : numberText(*ours, 4);
        if (!absent && !number.ours.unit.empty()) here += " " + number.ours.unit;
        if (number.source != NumberSource::Run)
            here += std::string(", ") + sourceWord(number.source);
        table.push_back({number.label, number.theirs.empty() ? "-" : number.theirs, here});
    }
    return table;
}

Result<void> writeCurves(const PaperFigure& figure, const ComputedFigure& computed,
                         const std::string& path) {
    if (computed.cost)
        return writeTextAtomically(csvOfTable(costTable(*figure.cost, *computed.cost)), path);
    if (!figure.runs.empty()) return writeFigure(figure, computed.results, path);
    return fail(error(
        Place::option("--csv"),
        MOMENTREE_TEXT("figure-without-curves", "'%1' has no curves, only numbers")(figure.name)));
}

int printFigure(const Catalogue& catalogue, const Paper& paper, const PaperFigure& figure,
                const std::optional<std::string>& csv) {
    const auto computed = computeFigure(catalogue, paper, figure);
    const auto table = computed ? numberTable(figure, *computed)
                                : Result<TextTable>(tl::unexpected(computed.error()));
    if (!table) {
        print(table.error(), paper.name + " " + figure.name);
        return exitFailed;
    }
    std::ostream& out = csv == "-" ? std::cerr : std::cout;
    out << paper.name << ", " << figure.name << ": " << figure.title << "\n\n";
    printTable(*table, out);
    out << '\n';
    if (computed->cost) {
        printTable(costTable(*figure.cost, *computed->cost), out);
        out << "\nmeasured on " << processorName() << '\n';
    }
    for (const std::string& run : figure.runs) out << run << ": " << paper.run(run)->label << '\n';
    out << (figure.runs.empty() && !computed->cost ? "" : "\n") << figure.differs << '\n';
    if (!csv) return exitDone;
    const auto written = writeCurves(figure, *computed, *csv);
    if (!written) print(written.error());
    return written ? exitDone : exitFailed;
}

/// Says what a figure shows that has nothing to compute, and which commands compute the others.
int printDrawing(const Paper& paper, const PaperDrawing& drawing,
                 const std::optional<std::string>& csv) {
    if (csv) {
        print({error(
            Place::option("--csv"),
            MOMENTREE_TEXT("drawing-without-curves",
                           "'%1' has no curves: there is nothing to compute")(drawing.name))});
        return exitFailed;
    }
    std::cout << paper.name << ", " << drawing.name << ": " << drawing.title << "\n\n"
              << drawing.text << "\n\nCommands that compute figures of this paper:\n";
    TextTable commands;
    for (const PaperFigure& figure : paper.figures)
        commands.push_back({"momentree paper " + paper.name + " " + figure.name, figure.title});
    printTable(commands, std::cout);
    return exitDone;
}

int writePage(const std::string& path) {
    std::vector<Paper> papers;
    for (const std::string& file : paperFiles()) {
        auto paper = paperOf(file);
        if (!paper) {
            print(paper.error(), file);
            return exitFailed;
        }
        papers.push_back(*std::move(paper));
    }
    const auto written = writeTextAtomically(papersPage(papers), path);
    if (!written) print(written.error());
    return written ? exitDone : exitFailed;
}

}  // namespace

void addPaper(CLI::App& app, PaperOptions& options) {
    CLI::App& paper =
        *app.add_subcommand("paper", "Compute figures of papers, next to the papers' numbers");
    CLI::Option& name = *paper.add_option("NAME", options.paper,
                                          "The paper; without it, papers and figures are listed");
    CLI::Option& figure =
        *paper.add_option("FIGURE", options.figure,
                          "The figure; without it, all are computed. Of a drawing "
                          "the command says what it shows");
    paper.add_option("--csv", options.csv, "Write the curves of the figure, - for standard output")
        ->needs(&figure);
    paper
        .add_option("--page", options.page,
                    "Write all figures of all papers as a page (Markdown) without computing them, "
                    "- for standard output")
        ->excludes(&name);
    paper.footer(footer);
}

int paperCommand(const Catalogue& catalogue, const PaperOptions& options) {
    if (options.page) return writePage(*options.page);
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
    if (const PaperDrawing* drawing = paper->drawing(options.figure))
        return printDrawing(*paper, *drawing, options.csv);
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

// SPDX-License-Identifier: Apache-2.0
#include "core/papers/paper.hpp"

#include <algorithm>
#include <filesystem>

#include "core/io/json.hpp"
#include "core/lessons/quantity_reader.hpp"
#include "core/lessons/run_reader.hpp"

namespace momentree {
namespace {

constexpr int paperVersion = 1;
constexpr std::size_t longestPaperText = 4000, mostOfAPaper = 100;

void readFigure(const JsonNode& node, Paper& paper, std::span<const std::string> runs,
                Problems& problems) {
    PaperFigure& figure = paper.figures.emplace_back();
    ObjectReader reader(node, Place{Place::Kind::Lesson, "", "figure"}, problems);
    if (reader.name("name", figure.name)) reader.rename({Place::Kind::Lesson, figure.name});
    reader.string("title", figure.title, required, longestPaperText);
    reader.string("differs", figure.differs, required, longestPaperText);
    readNames(reader, "runs", figure.runs);
    for (const std::string& run : figure.runs)
        checkRunName(run, reader.place(), reader.line(), runs, problems);
    readNames(reader, "columns", figure.columns);
    for (const JsonNode& one : reader.items("numbers", mostOfAPaper)) {
        PaperNumber& number = figure.numbers.emplace_back();
        ObjectReader of(one, reader.place().part("number"), problems);
        of.string("label", number.label, required, longestPaperText);
        of.string("theirs", number.theirs, optional, longestPaperText);
        readClaimed(of, number.ours, runs);
        of.finish();
    }
    reader.finish();
}

}  // namespace

const PaperFigure* Paper::figure(const std::string& figureName) const {
    const auto found = std::ranges::find(figures, figureName, &PaperFigure::name);
    return found == figures.end() ? nullptr : &*found;
}

const LessonRun* Paper::run(const std::string& runName) const {
    const auto found = std::ranges::find(runs, runName, &LessonRun::name);
    return found == runs.end() ? nullptr : &*found;
}

Result<Paper> readPaper(const std::string& file, const std::string& examples) {
    const auto text = readTextFile(file);
    if (!text) return tl::unexpected(text.error());
    const auto document = JsonDocument::parse(*text);
    if (!document) return tl::unexpected(document.error());
    const std::filesystem::path path(file);
    Paper paper;
    paper.name = path.stem().string();
    Problems problems;
    ObjectReader reader(document->root(), Place{Place::Kind::Lesson}, problems);
    int version = 0;
    reader.integer("version", version, paperVersion, paperVersion, required);
    reader.string("title", paper.title, required);
    reader.string("reference", paper.reference, required);
    std::vector<std::string> names;
    for (const JsonNode& node : reader.items("runs", mostOfAPaper))
        readLessonRun(node, path.parent_path().string(), examples, paper.runs, names, problems);
    for (const JsonNode& node : reader.items("figures", mostOfAPaper))
        readFigure(node, paper, names, problems);
    reader.finish();
    if (!problems.empty()) return tl::unexpected(problems.take());
    return paper;
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/papers/paper.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/io/json.hpp"
#include "core/lessons/measure.hpp"
#include "core/lessons/quantity_reader.hpp"
#include "core/lessons/run_reader.hpp"

namespace momentree {
namespace {

constexpr int paperVersion = 1;
constexpr std::size_t longestPaperText = 4000, mostOfAPaper = 100;

void readCost(const JsonNode& node, PaperFigure& figure, const Place& place, Problems& problems) {
    PaperCost& cost = figure.cost.emplace();
    ObjectReader reader(node, place.part("cost"), problems);
    std::string shows = "time";
    const std::vector<std::string_view> kinds{"time", "speedup", "efficiency"};
    if (reader.choice("shows", shows, kinds, required))
        cost.shows = static_cast<PaperCost::Shows>(std::ranges::find(kinds, shows) - kinds.begin());
    reader.string("formulation", cost.formulation, required);
    reader.integer("steps", cost.steps, 1, 1'000'000, required);
    for (const JsonNode& one : reader.items("bodies", mostOfAPaper)) {
        const auto bodies = one.isNumber() ? one.number() : std::nullopt;
        cost.bodies.push_back(bodies ? static_cast<int>(*bodies) : 0);
    }
    reader.finish();
}

/// A number of a run, of the facts, or a measured time, which has no bounds.
void readSource(ObjectReader& reader, PaperNumber& number, std::span<const std::string> runs) {
    constexpr std::array<std::pair<const char*, NumberSource>, 3> keys{
        {{"counted", NumberSource::Counted},
         {"modelled", NumberSource::Modelled},
         {"measured", NumberSource::Measured}}};
    for (const auto& [key, source] : keys)
        if (reader.string(key, number.fact)) {
            number.source = source;
            break;
        }
    Claim& claim = number.ours;
    claim.line = reader.line();
    reader.string("unit", claim.unit);
    if (number.fact.empty()) readQuantity(reader, claim.quantity, true, runs);
    if (dependsOnMachine(claim.quantity.of)) number.source = NumberSource::Measured;
    if (number.source != NumberSource::Measured) readBounds(reader, claim);
}

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
    if (const auto cost = reader.find("cost")) readCost(*cost, figure, reader.place(), problems);
    for (const JsonNode& one : reader.items("numbers", mostOfAPaper)) {
        PaperNumber& number = figure.numbers.emplace_back();
        ObjectReader of(one, reader.place().part("number"), problems);
        of.string("label", number.label, required, longestPaperText);
        of.string("theirs", number.theirs, optional, longestPaperText);
        of.string("place", number.place, optional, longestPaperText);
        readSource(of, number, runs);
        of.finish();
    }
    reader.finish();
}

void readDrawing(const JsonNode& node, Paper& paper, Problems& problems) {
    PaperDrawing& drawing = paper.drawings.emplace_back();
    ObjectReader reader(node, Place{Place::Kind::Lesson, "", "drawing"}, problems);
    if (reader.name("name", drawing.name)) reader.rename({Place::Kind::Lesson, drawing.name});
    reader.string("title", drawing.title, required, longestPaperText);
    reader.string("text", drawing.text, required, longestPaperText);
    reader.finish();
}

}  // namespace

const PaperFigure* Paper::figure(const std::string& figureName) const {
    const auto found = std::ranges::find(figures, figureName, &PaperFigure::name);
    return found == figures.end() ? nullptr : &*found;
}

const PaperDrawing* Paper::drawing(const std::string& figureName) const {
    const auto found = std::ranges::find(drawings, figureName, &PaperDrawing::name);
    return found == drawings.end() ? nullptr : &*found;
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
    for (const JsonNode& node : reader.items("drawings", mostOfAPaper))
        readDrawing(node, paper, problems);
    reader.finish();
    if (!problems.empty()) return tl::unexpected(problems.take());
    return paper;
}

const char* sourceWord(NumberSource source) {
    switch (source) {
        case NumberSource::Counted:
            return "counted";
        case NumberSource::Modelled:
            return "modelled";
        case NumberSource::Measured:
            return "measured";
        default:
            return "";
    }
}

Result<double> numberHere(const PaperNumber& number, const LessonResults& results,
                          const PaperFacts& facts) {
    if (number.fact.empty()) return measure(number.ours.quantity, results);
    const auto found = facts.find(number.fact);
    if (found != facts.end()) return found->second;
    return fail(error(Place{Place::Kind::Quantity, number.fact},
                      MOMENTREE_TEXT("fact-unknown", "there is no number of this name"),
                      number.ours.line));
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/lesson_reader.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "core/io/json.hpp"
#include "core/lessons/quantity_reader.hpp"
#include "core/lessons/run_reader.hpp"
#include "core/model/nearest_name.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr int lessonVersion = 1;
constexpr std::size_t longestText = 4000, mostItems = 100;

const std::vector<std::string_view> kinds{"predict", "run", "look", "explain", "task"};
const std::vector<std::string_view> cameras{"front", "top", "side", "isometric"};
const std::vector<std::string_view> layerNames{"velocities", "accelerations", "reactions",
                                               "microscope"};
const std::vector<std::string_view> panelNames{
    "energy", "drift",  "quantities", "phases",     "xray", "modes",     "equilibrium",
    "error",  "inside", "linkage",    "offloading", "cost", "processors"};

std::size_t indexIn(const std::vector<std::string_view>& names, const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

/// Reads one lesson; errors are added to `problems`.
class LessonReader {
public:
    LessonReader(std::string folder, std::string examples, Problems& problems)
        : folder_(std::move(folder)), examples_(std::move(examples)), problems_(problems) {
        lesson_.folder = folder_;
    }

    Lesson read(const JsonNode& root) {
        ObjectReader reader(root, Place{Place::Kind::Lesson}, problems_);
        if (!reader.valid()) return {};
        reader.find("$schema");
        int version = 0;
        reader.integer("version", version, lessonVersion, lessonVersion, required);
        reader.string("title", lesson_.title, required);
        reader.string("teaches", lesson_.teaches, required, longestText);
        reader.integer("minutes", lesson_.minutes, 1, 240, required);
        for (const JsonNode& node : reader.items("runs", mostItems))
            readLessonRun(node, folder_, examples_, lesson_.runs, names_, problems_);
        for (const JsonNode& node : reader.items("claims", mostItems)) readClaim(node);
        std::string notes;
        if (reader.string("notes", notes))
            readPageFile(reader, "notes", folder_, notes, lesson_.notes);
        for (const JsonNode& node : reader.items("steps", mostItems)) readStep(node);
        if (lesson_.steps.empty())
            reader.problem(
                MOMENTREE_TEXT("lesson-no-steps", "'steps' is missing; a lesson has at least one"));
        reader.finish();
        return std::move(lesson_);
    }

private:
    void readClaim(const JsonNode& node) {
        Claim claim;
        ObjectReader reader(node, listed(Place::Kind::Claim, lesson_.claims.size()), problems_);
        if (reader.name("name", claim.name)) reader.rename({Place::Kind::Claim, claim.name});
        reader.string("says", claim.says, optional, longestText);
        readClaimed(reader, claim, names_);
        reader.finish();
        lesson_.claims.push_back(std::move(claim));
    }

    void readStep(const JsonNode& node) {
        LessonStep step;
        step.line = node.line();
        ObjectReader reader(node, listed(Place::Kind::Step, lesson_.steps.size()), problems_);
        if (!reader.valid()) return;
        std::string kind = "explain";
        if (reader.choice("kind", kind, kinds))
            step.kind = static_cast<LessonStep::Kind>(indexIn(kinds, kind));
        reader.rename(reader.place().part("(" + kind + ")"));
        reader.string("title", step.title);
        readPage(reader, step.page);
        if (step.kind == LessonStep::Kind::Predict) readPrediction(reader, step);
        if (step.kind == LessonStep::Kind::Run) readExperiment(reader, step);
        if (step.kind == LessonStep::Kind::Look) readLook(reader, step);
        if (step.kind == LessonStep::Kind::Task) readTask(reader, step);
        readSight(reader, step);
        reader.finish();
        lesson_.steps.push_back(std::move(step));
    }

    void readPage(ObjectReader& reader, std::string& out) {
        std::string file, text;
        reader.string("page", file);
        reader.string("text", text, optional, longestText);
        if (file.empty() == text.empty())
            return reader.problem(MOMENTREE_TEXT(
                "step-page",
                "give either 'page', a Markdown file in the folder of the lesson, or 'text'"));
        if (!text.empty())
            out = text;
        else
            readPageFile(reader, "page", folder_, file, out);
    }

    void readPrediction(ObjectReader& reader, LessonStep& step) {
        for (const JsonNode& node : reader.items("answers", 9)) {
            ObjectReader answer(node, reader.place().part("answer"), problems_);
            Answer& out = step.answers.emplace_back();
            answer.string("text", out.text, required, longestText);
            answer.string("feedback", out.feedback, required, longestText);
            answer.finish();
        }
        if (step.answers.size() < 2)
            reader.problem(MOMENTREE_TEXT("answers-too-few", "'answers' must have two or more"));
        int number = 1;
        reader.integer("right", number, 1, std::max(1, static_cast<int>(step.answers.size())),
                       required);
        step.right = number - 1;
    }

    void readExperiment(ObjectReader& reader, LessonStep& step) {
        readNames(reader, "runs", step.runs);
        for (const std::string& run : step.runs)
            checkRunName(run, reader.place(), reader.line(), names_, problems_);
        if (step.runs.empty())
            reader.problem(MOMENTREE_TEXT("step-no-runs", "'runs' names no run"));
        readRunName(reader, "shown", step.shown, optional, names_);
        reader.integer("repeats", step.repeats, 1, 50);
        for (const JsonNode& node : reader.items("controls", 4)) readControl(node, step);
    }

    void readControl(const JsonNode& node, LessonStep& step) {
        Control& control = step.controls.emplace_back();
        control.line = node.line();
        ObjectReader reader(node, Place{Place::Kind::Control}, problems_);
        reader.string("setting", control.setting);
        reader.string("parameter", control.parameter);
        if (control.setting.empty() == control.parameter.empty())
            reader.problem(
                MOMENTREE_TEXT("control-target",
                               "give either 'setting' (of the run) or 'parameter' (of the model)"));
        reader.rename({Place::Kind::Control, control.setting + control.parameter});
        reader.string("label", control.label, required);
        reader.string("unit", control.unit);
        readNames(reader, "choices", control.choices);
        const auto need = control.choices.empty() ? required : optional;
        reader.number("from", control.from, need);
        reader.number("to", control.to, need);
        reader.number("start", control.start, need);
        reader.boolean("logarithmic", control.logarithmic);
        if (need == required && !(control.from < control.to && control.from <= control.start &&
                                  control.start <= control.to))
            reader.problem(MOMENTREE_TEXT(
                "control-range", "'from' must be less than 'to', and 'start' between them"));
        if (control.logarithmic && control.from <= 0.0)
            reader.problem(
                MOMENTREE_TEXT("control-logarithmic", "a logarithmic slider must start above 0"));
        reader.finish();
    }

    void readLook(ObjectReader& reader, LessonStep& step) {
        readNames(reader, "runs", step.runs);
        for (const std::string& run : step.runs)
            checkRunName(run, reader.place(), reader.line(), names_, problems_);
        readRunName(reader, "shown", step.shown, optional, names_);
        for (const JsonNode& node : reader.items("plots", 3)) {
            ObjectReader plot(node, Place{Place::Kind::Lesson, "", "plot"}, problems_);
            LessonPlot& out = step.plots.emplace_back();
            out.line = node.line();
            plot.string("of", out.of, required);
            plot.string("label", out.label, required);
            plot.string("unit", out.unit);
            plot.boolean("logarithmic", out.logarithmic);
            plot.boolean("change", out.change);
            readRunName(plot, "minus", out.minus, optional, names_);
            plot.finish();
        }
        for (const JsonNode& node : reader.items("graphs", 3)) readGraph(node, step);
        for (const JsonNode& node : reader.items("table", 5)) {
            ObjectReader column(node, Place{Place::Kind::Lesson, "", "column of a table"},
                                problems_);
            LessonColumn& out = step.table.emplace_back();
            column.string("label", out.label, required);
            column.string("unit", out.unit);
            readQuantity(column, out.quantity, false, names_);
            column.finish();
        }
    }

    void readGraph(const JsonNode& node, LessonStep& step) {
        ObjectReader graph(node, Place{Place::Kind::Lesson, "", "graph"}, problems_);
        LessonGraph& out = step.graphs.emplace_back();
        out.line = node.line();
        graph.string("label", out.label, required);
        graph.string("unit", out.unit);
        graph.string("xLabel", out.xLabel, required);
        graph.string("xUnit", out.xUnit);
        for (const auto& [key, quantity] : {std::pair("x", &out.x), std::pair("y", &out.y)})
            if (const auto found = graph.find(key, required)) {
                ObjectReader reader(*found, Place{Place::Kind::Lesson, "", "graph"}, problems_);
                readQuantity(reader, *quantity, false, names_);
                reader.finish();
            }
        for (const JsonNode& one : graph.items("curves", 8)) {
            ObjectReader curve(one, Place{Place::Kind::Lesson, "", "curve"}, problems_);
            LessonGraph::Curve& to = out.curves.emplace_back();
            curve.string("label", to.label, required);
            readNames(curve, "runs", to.runs);
            for (const std::string& run : to.runs)
                checkRunName(run, curve.place(), curve.line(), names_, problems_);
            curve.finish();
        }
        if (out.curves.empty())
            graph.problem(MOMENTREE_TEXT("graph-no-curves", "'curves' is missing"));
        graph.finish();
    }

    /// Reads what the window shows with the page.
    void readSight(ObjectReader& reader, LessonStep& step) {
        reader.choice("camera", step.camera, cameras, optional);
        readNumber(reader, "time", step.time);
        readNames(reader, "layers", step.layers);
        readNames(reader, "panels", step.panels);
        readNames(reader, "traces", step.traces);
        readNames(reader, "frame", step.frame);
        const auto check = [&](const std::vector<std::string>& names,
                               const std::vector<std::string_view>& known) {
            for (const std::string& name : names)
                if (std::ranges::find(known, name) == known.end())
                    reader.problem(MOMENTREE_TEXT("sight-unknown", "there is no '%1' to show%2")(
                        name, didYouMean(name, known)));
        };
        check(step.layers, layerNames);
        check(step.panels, panelNames);
    }

    void readTask(ObjectReader& reader, LessonStep& step) {
        readExperiment(reader, step);
        if (step.controls.empty())
            reader.problem(MOMENTREE_TEXT(
                "task-no-controls", "'controls' is missing; a task needs something to change"));
        for (const JsonNode& node : reader.items("conditions", 5)) {
            ObjectReader condition(node, Place{Place::Kind::Lesson, "", "condition"}, problems_);
            Condition& out = step.conditions.emplace_back();
            condition.string("label", out.label, required);
            condition.string("unit", out.unit);
            readQuantity(condition, out.quantity, false, names_);
            readNumber(condition, "below", out.below);
            readNumber(condition, "above", out.above);
            if (!out.below && !out.above)
                condition.problem(
                    MOMENTREE_TEXT("condition-form", "give 'below', 'above' or both"));
            condition.finish();
        }
        if (step.conditions.empty())
            reader.problem(MOMENTREE_TEXT(
                "task-no-conditions", "'conditions' is missing; a task needs something to check"));
        readNames(reader, "hints", step.hints);
        if (step.hints.empty())
            reader.problem(
                MOMENTREE_TEXT("task-no-hints", "'hints' is missing; give at least one"));
        readValues(reader, "solution", step.solution);
        if (step.solution.empty())
            reader.problem(MOMENTREE_TEXT(
                "task-no-solution",
                "'solution' is missing; give values of the controls that meet the conditions"));
    }

    std::string folder_, examples_;
    Problems& problems_;
    Lesson lesson_;
    std::vector<std::string> names_;  ///< of the runs so far
};

/// Reports `[[name]]` without a claim, which would stay in the text.
void checkMarks(const Lesson& lesson, Problems& problems) {
    const auto check = [&](const std::string& text, const Place& place, int line) {
        const std::string filled = withClaims(text, lesson);
        for (std::size_t at = 0; (at = filled.find("[[", at)) != std::string::npos; at += 2) {
            const std::string name = filled.substr(at + 2, filled.find("]]", at) - at - 2);
            problems.add(place, MOMENTREE_TEXT("claim-unknown", "there is no claim '%1'")(name),
                         line);
        }
    };
    for (const LessonStep& step : lesson.steps)
        check(textOf(step), Place{Place::Kind::Step, step.title}, step.line);
    check(lesson.notes, Place{Place::Kind::Lesson}, 0);
}

}  // namespace

Result<Lesson> readLesson(const std::string& folder, const std::string& examples) {
    const auto text = readTextFile((std::filesystem::path(folder) / lessonFile).string());
    if (!text) return tl::unexpected(text.error());
    const auto document = JsonDocument::parse(*text);
    if (!document) return tl::unexpected(document.error());
    Problems problems;
    Lesson lesson = LessonReader(folder, examples, problems).read(document->root());
    if (problems.empty()) checkMarks(lesson, problems);
    if (!problems.empty()) return tl::unexpected(problems.take());
    return lesson;
}

}  // namespace momentree

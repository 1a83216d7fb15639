// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "core/exercises/exercise.hpp"
#include "core/lessons/quantity_reader.hpp"
#include "core/model/nearest_name.hpp"
#include "core/visible_text.hpp"

namespace momentree {
namespace {

constexpr int exerciseVersion = 1;
constexpr double mostDrawn = 1e6;

Place named(std::string part) { return {Place::Kind::None, "", std::move(part)}; }

/// Reads one exercise; errors are added to `problems`.
class ExerciseReader {
public:
    ExerciseReader(std::string folder, std::string examples, Problems& problems)
        : examples_(std::move(examples)), problems_(problems) {
        exercise_.folder = std::move(folder);
    }

    Exercise read(const JsonNode& root) {
        ObjectReader reader(root, named("exercise"), problems_);
        if (!reader.valid()) return {};
        int version = 0;
        reader.integer("version", version, exerciseVersion, exerciseVersion, required);
        reader.string("title", exercise_.title, required);
        std::string task;
        if (reader.string("task", task, required))
            readPageFile(reader, "task", exercise_.folder, task, exercise_.task);
        reader.string("seed", exercise_.seed);
        reader.integer("seconds", exercise_.mostSeconds, 1, 600);
        for (const JsonNode& node : reader.items("values", mostParts)) readDrawn(node);
        for (const JsonNode& node : reader.items("runs", mostParts)) readRun(node);
        for (const JsonNode& node : reader.items("criteria", mostParts)) readCriterion(node);
        if (exercise_.criteria.empty())
            reader.problem(MOMENTREE_TEXT("exercise-no-criteria",
                                          "'criteria' is missing; an exercise has at least one"));
        reader.finish();
        return std::move(exercise_);
    }

private:
    void readDrawn(const JsonNode& node) {
        DrawnValue value;
        value.line = node.line();
        ObjectReader reader(node, listed(Place::Kind::Parameter, exercise_.values.size()),
                            problems_);
        if (reader.name("parameter", value.parameter))
            reader.rename(Place::parameter(value.parameter));
        reader.string("unit", value.unit);
        reader.number("from", value.from, required);
        reader.number("to", value.to, required);
        reader.number("step", value.step, required);
        if (!(value.step > 0.0) || !(value.from <= value.to) ||
            (value.to - value.from) / value.step > mostDrawn)
            reader.problem(MOMENTREE_TEXT("drawn-range",
                                          "'step' must be positive and 'from' at most 'to', with "
                                          "at most a million steps between them"));
        reader.finish();
        exercise_.values.push_back(std::move(value));
    }

    void readRun(const JsonNode& node) {
        ExerciseRun out;
        LessonRun& run = out.run;
        run.line = node.line();
        ObjectReader reader(node, listed(Place::Kind::Run, exercise_.runs.size()), problems_);
        if (reader.name("name", run.name)) reader.rename(Place::run(run.name));
        if (exercise_.run(run.name))
            reader.problem(
                MOMENTREE_TEXT("lesson-run-twice", "another run has this name; rename one"));
        std::string example, model;
        reader.string("example", example);
        reader.string("model", model);
        if (!example.empty() && !model.empty())
            reader.problem(MOMENTREE_TEXT("exercise-run-model",
                                          "give 'example', an example of the program, or 'model', "
                                          "a file in the folder of the exercise, or neither if "
                                          "students hand in the model"));
        namespace fs = std::filesystem;
        if (!example.empty())
            run.model = (fs::path(examples_) / (example + ".momentree.json")).string();
        else if (!model.empty())
            run.model = (fs::path(exercise_.folder) / model).string();
        std::error_code ignored;
        if (!run.model.empty() && !fs::is_regular_file(run.model, ignored))
            reader.problem(MOMENTREE_TEXT("file-missing", "there is no file %1")(run.model));
        readValues(reader, "parameters", run.parameters);
        readValues(reader, "settings", run.settings);
        readNames(reader, "adjust", out.adjust);
        reader.finish();
        names_.push_back(run.name);
        exercise_.runs.push_back(std::move(out));
    }

    void readCriterion(const JsonNode& node) {
        Criterion criterion;
        criterion.line = node.line();
        ObjectReader reader(
            node, named("criterion " + std::to_string(exercise_.criteria.size() + 1)), problems_);
        if (reader.string("label", criterion.label, required))
            reader.rename(named("criterion '" + criterion.label + "'"));
        reader.string("unit", criterion.unit);
        reader.string("hint", criterion.hint, optional, 1000);
        reader.number("points", criterion.points);
        if (!(criterion.points > 0.0))
            reader.problem(MOMENTREE_TEXT("criterion-points", "'points' must be positive"));
        std::string kind;
        if (reader.choice("four_bar", kind, fourBarKinds(), optional)) {
            criterion.fourBar = static_cast<FourBar::Kind>(std::ranges::find(fourBarKinds(), kind) -
                                                           fourBarKinds().begin());
            readRunName(reader, "run", criterion.quantity.run, required, names_);
            criterion.quantity.line = node.line();
        } else {
            readQuantity(reader, criterion.quantity, true, names_);
        }
        reader.string("answer", criterion.answer);
        readNumber(reader, "within", criterion.within);
        readNumber(reader, "below", criterion.below);
        readNumber(reader, "above", criterion.above);
        const bool bounded = criterion.below || criterion.above;
        const int forms =
            (criterion.fourBar ? 1 : 0) + (criterion.answer.empty() ? 0 : 1) + (bounded ? 1 : 0);
        if (forms != 1 || criterion.answer.empty() == criterion.within.has_value())
            reader.problem(MOMENTREE_TEXT(
                "criterion-form",
                "give either 'answer' and 'within', or 'below' or 'above' or both, or 'four_bar'"));
        reader.finish();
        exercise_.criteria.push_back(std::move(criterion));
    }

    std::string examples_;
    Problems& problems_;
    Exercise exercise_;
    std::vector<std::string> names_;  ///< of the runs so far
};

/// A plain file name, which stays in its folder.
bool isPlainName(const std::string& name) {
    return std::filesystem::path(name).filename() == name && name != "." && name != ".." &&
           visibleText(name) == name;
}

/// Links could lead to any file of the machine that grades.
bool isOwnFile(const std::filesystem::path& path) {
    std::error_code failed;
    return std::filesystem::symlink_status(path, failed).type() ==
           std::filesystem::file_type::regular;
}

/// Whether one of the parts that a body, its shape and so on consist of is a mesh.
bool holdsMesh(const JsonNode& node) {
    if (node.isArray()) return std::ranges::any_of(node.items(), holdsMesh);
    return std::ranges::any_of(node.members(), [](const auto& member) {
        const auto& [key, value] = member;
        return (key == "kind" && value.isString() && value.string() == "mesh") || holdsMesh(value);
    });
}

void checkStudent(ObjectReader& reader, const std::string& name) {
    if (name.find_first_not_of(" \t\r\n") == std::string::npos)
        reader.problem(MOMENTREE_TEXT("submission-no-student",
                                      "'student' is empty; it must name who hands in, since "
                                      "the values of the exercise follow from it"));
    else if (std::string_view("=+-@").find(name.front()) != std::string_view::npos ||
             visibleText(name) != name)
        reader.problem(MOMENTREE_TEXT(
            "submission-student",
            "'student' must not begin with =, +, - or @, which spreadsheets take for a formula, "
            "nor contain line breaks or other characters that do not show"));
}

/// Readers of models follow what a file contains: XML may include other files, and archives are
/// unpacked. What is handed in must be complete in itself.
void checkModel(ObjectReader& reader, const std::string& path) {
    const auto text = readTextFile(path);
    const auto document = text ? JsonDocument::parse(*text) : tl::unexpected(text.error());
    const bool isRun = document && document->root().isObject() &&
                       document->root().has("model_as_run");  // the report of a run
    if (!document || !document->root().isObject() || isRun) {
        std::string why;
        if (!document) why = " (" + toString(document.error().front()) + ")";
        reader.problem(MOMENTREE_TEXT("submission-model-format",
                                      "'model' must name a model of this program, as it saves "
                                      "them%1")(why));
        return;
    }
    // Drawn meshes are not read.
    for (const auto& [key, bodies] : document->root().members()) {
        if (key != "bodies") continue;
        for (const JsonNode& body : bodies.items())
            if (body.isObject() && body.has("density") && holdsMesh(body))
                reader.problem(MOMENTREE_TEXT(
                    "submission-mesh",
                    "a body of 'model' has the density of a mesh, whose file is not handed in; "
                    "give mass and inertia"));
    }
}

template <typename Asked>
void checkAsked(const std::vector<std::pair<std::string, std::string>>& given,
                const std::vector<std::string>& asked, Asked text, Problems& problems) {
    for (const auto& [name, value] : given)
        if (std::ranges::find(asked, name) == asked.end())
            problems.add(Place{}, text(name, didYouMean(name, std::span(asked))), 0);
}

}  // namespace

Result<Exercise> readExercise(const std::string& folder, const std::string& examples) {
    const auto text = readTextFile((std::filesystem::path(folder) / exerciseFile).string());
    if (!text) return tl::unexpected(text.error());
    const auto document = JsonDocument::parse(*text);
    if (!document) return tl::unexpected(document.error());
    Problems problems;
    Exercise exercise = ExerciseReader(folder, examples, problems).read(document->root());
    if (!problems.empty()) return tl::unexpected(problems.take());
    return exercise;
}

Result<Submission> readSubmission(const std::string& file, const Exercise& exercise) {
    constexpr std::uintmax_t largest = 1'000'000;  // [bytes]
    namespace fs = std::filesystem;
    std::error_code failed;
    const auto tooLarge = [&](const fs::path& path) {
        return fs::is_regular_file(path, failed) && fs::file_size(path, failed) > largest;
    };
    // A pipe or a device could keep the reader waiting; a link could lead to any file, or to what
    // another student hands in.
    if (fs::exists(fs::symlink_status(file, failed)) && !isOwnFile(file))
        return fail(error({}, MOMENTREE_TEXT("submission-kind",
                                             "a submission is a plain file, no folder and no "
                                             "link")));
    if (tooLarge(file))
        return fail(error(
            {}, MOMENTREE_TEXT("submission-large", "a submission has at most a million bytes")));
    const auto text = readTextFile(file);
    if (!text) return tl::unexpected(text.error());
    const auto document = JsonDocument::parse(*text);
    if (!document) return tl::unexpected(document.error());
    Problems problems;
    Submission submission;
    ObjectReader reader(document->root(), named("submission"), problems);
    if (reader.valid()) {
        if (reader.string("student", submission.student, required))
            checkStudent(reader, submission.student);
        readValues(reader, "answers", submission.answers);
        readValues(reader, "settings", submission.settings);
        std::string model;
        if (reader.string("model", model) && !model.empty()) {
            const fs::path path = fs::path(file).parent_path() / model;
            if (!isPlainName(model) || !isOwnFile(path) || tooLarge(path))
                reader.problem(MOMENTREE_TEXT("submission-model",
                                              "'model' must name a file beside the submission, no "
                                              "link, of at most a million bytes"));
            else {
                submission.model = path.string();
                checkModel(reader, submission.model);
            }
        }
        if (submission.model.empty() && model.empty() && exercise.asksForModel())
            reader.problem(MOMENTREE_TEXT("submission-no-model",
                                          "'model' is missing; the exercise asks for a mechanism"));
        reader.finish();
        std::vector<std::string> answers, adjusted;
        for (const Criterion& criterion : exercise.criteria)
            if (!criterion.answer.empty()) answers.push_back(criterion.answer);
        for (const ExerciseRun& run : exercise.runs)
            adjusted.insert(adjusted.end(), run.adjust.begin(), run.adjust.end());
        checkAsked(submission.answers, answers,
                   MOMENTREE_TEXT("answer-unknown", "the exercise asks for no answer '%1'%2"),
                   problems);
        checkAsked(submission.settings, adjusted,
                   MOMENTREE_TEXT("adjusted-unknown", "the exercise leaves '%1' as it is%2"),
                   problems);
    }
    if (!problems.empty()) return tl::unexpected(problems.take());
    return submission;
}

}  // namespace momentree

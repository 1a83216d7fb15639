// SPDX-License-Identifier: Apache-2.0
#include "core/exercises/grade.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/analysis/kinematic_analysis.hpp"
#include "core/io/json.hpp"
#include "core/kinematics/body_kinematics.hpp"
#include "core/lessons/measure.hpp"
#include "core/model/evaluate.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr auto noFourBar =
    MOMENTREE_TEXT("no-four-bar", "there is no four-bar of four parallel hinges");

using Values = std::vector<std::pair<std::string, std::string>>;

const std::string* given(const Values& values, const std::string& name) {
    for (const auto& [key, value] : values)
        if (key == name) return &value;
    return nullptr;
}

/// "1.42" or "142 cm" as a number in `unit`.
Result<double> answered(const std::string& text, const std::string& unit) {
    ModelDescription description;
    ParameterDescription& answer = description.parameters.emplace_back();
    answer.name = "answer";
    answer.value.text = numberWithUnit("1", unit);
    if (const auto set = setParameter(description, answer.name, text); !set)
        return tl::unexpected(set.error());
    return description.parameters.front().value.value;
}

std::string withUnit(double value, const std::string& unit) {
    return numberWithUnit(numberText(value, 6), unit);
}

std::string boundsText(const Criterion& criterion) {
    std::string text = "must be";
    if (criterion.above) text += " above " + withUnit(*criterion.above, criterion.unit);
    if (criterion.above && criterion.below) text += " and";
    if (criterion.below) text += " below " + withUnit(*criterion.below, criterion.unit);
    return text;
}

std::string textOf(const Diagnostics& problems) { return toString(problems.front()); }

/// Runs and marks one submission.
class Grader {
public:
    Grader(const Catalogue& catalogue, const Exercise& exercise, const Submission& submission)
        : catalogue_(catalogue), exercise_(exercise), submission_(submission) {}

    Graded grade() {
        graded_.student = submission_.student;
        for (const ExerciseRun& run : exercise_.runs) compute(run);
        for (const Criterion& criterion : exercise_.criteria) mark(criterion);
        return std::move(graded_);
    }

private:
    void compute(const ExerciseRun& of) {
        LessonRun run = of.run;
        if (run.model.empty()) run.model = submission_.model;
        for (const DrawnValue& value : exercise_.values)
            if (!of.run.model.empty())
                run.parameters.emplace_back(
                    value.parameter,
                    numberWithUnit(numberText(drawn(value, exercise_, submission_.student)),
                                   value.unit));
        Values adjusted;
        for (const std::string& name : of.adjust)
            if (const std::string* value = given(submission_.settings, name))
                adjusted.emplace_back(name, *value);
        auto experiment = prepare(catalogue_, run, adjusted);
        if (!experiment) return lose(run.name, experiment.error());
        auto result = momentree::compute(catalogue_, *std::move(experiment));
        if (!result) return lose(run.name, result.error());
        if (result->failure) return lose(run.name, {error(Place::run(run.name), *result->failure)});
        results_.emplace(run.name, *std::move(result));
    }

    void lose(const std::string& run, const Diagnostics& problems) {
        lost_.emplace(run, textOf(problems));
        for (const Diagnostic& problem : problems) graded_.problems.push_back(toString(problem));
    }

    void mark(const Criterion& criterion) {
        Mark& mark = graded_.marks.emplace_back();
        mark.label = criterion.label;
        mark.of = criterion.points;
        if (lost_.contains(criterion.quantity.run)) {
            mark.feedback = "not computed: " + lost_.at(criterion.quantity.run);
            return;
        }
        const bool good = criterion.fourBar ? fourBarMatches(criterion, mark.feedback)
                                            : quantityMatches(criterion, mark.feedback);
        if (good) mark.points = mark.of;
        if (!good && !criterion.hint.empty()) mark.feedback += "; " + criterion.hint;
    }

    bool quantityMatches(const Criterion& criterion, std::string& feedback) const {
        const auto value = valueOf(criterion);
        if (!value) {
            feedback = textOf(value.error());
            return false;
        }
        if (criterion.answer.empty()) {
            const Condition bounds{criterion.quantity, criterion.below, criterion.above, {}, {}};
            const bool good = holds(bounds, *value);
            feedback = withUnit(*value, criterion.unit);
            if (!good) feedback += ", " + boundsText(criterion);
            return good;
        }
        const std::string* text = given(submission_.answers, criterion.answer);
        if (!text) {
            feedback = "no answer '" + criterion.answer + "'";
            return false;
        }
        const auto number = answered(*text, criterion.unit);
        if (!number) {
            feedback = textOf(number.error());
            return false;
        }
        const bool good = std::abs(*number - *value) <= *criterion.within * std::abs(*value);
        feedback = withUnit(*number, criterion.unit) + (good ? " is within " : " is not within ") +
                   numberText(*criterion.within * 100.0, 3) + " % of the result";
        return good;
    }

    Result<double> valueOf(const Criterion& criterion) const {
        if (criterion.quantity.of != leastTransmissionAngle)
            return measure(criterion.quantity, results_);
        const LessonExperiment& experiment = results_.at(criterion.quantity.run).experiment;
        const auto found = kinematicAnalysis(*experiment.model,
                                             {experiment.spec.duration, experiment.spec.sample});
        if (!found) return tl::unexpected(found.error());
        if (found->ended) return fail(*found->ended);
        if (found->fourBars.empty()) return fail(error({}, noFourBar));
        return found->fourBars.front().least.value;
    }

    bool fourBarMatches(const Criterion& criterion, std::string& feedback) const {
        const LessonResult& result = results_.at(criterion.quantity.run);
        const auto start = assemble(*result.experiment.model);
        const auto found =
            start ? planarFourBars(*result.experiment.model, kinematicsOf(start->bodies))
                  : std::vector<FourBar>{};
        const auto name = [](FourBar::Kind kind) {
            return std::string(fourBarKinds()[static_cast<std::size_t>(kind)]);
        };
        if (found.empty()) {
            feedback = Message(noFourBar).str();
            return false;
        }
        feedback = name(found.front().kind);
        if (found.front().kind == *criterion.fourBar) return true;
        feedback += ", must be " + name(*criterion.fourBar);
        return false;
    }

    const Catalogue& catalogue_;
    const Exercise& exercise_;
    const Submission& submission_;
    LessonResults results_;
    std::map<std::string, std::string> lost_;  ///< why a run has no result, by its name
    Graded graded_;
};

}  // namespace

double Graded::points() const {
    double sum = 0.0;
    for (const Mark& mark : marks) sum += mark.points;
    return sum;
}

double Graded::of() const {
    double sum = 0.0;
    for (const Mark& mark : marks) sum += mark.of;
    return sum;
}

Graded grade(const Catalogue& catalogue, const Exercise& exercise, const Submission& submission) {
    return Grader(catalogue, exercise, submission).grade();
}

Graded ungraded(const Exercise& exercise, std::string student, std::string reason) {
    Graded graded;
    graded.student = std::move(student);
    for (const Criterion& criterion : exercise.criteria)
        graded.marks.push_back({criterion.label, 0.0, criterion.points, "not graded"});
    graded.problems.push_back(std::move(reason));
    return graded;
}

JsonItem gradedItem(const Graded& graded) {
    JsonItem marks = JsonItem::list(), problems = JsonItem::list();
    for (const Mark& mark : graded.marks)
        marks.add(JsonItem::object()
                      .add("label", JsonItem::text(mark.label))
                      .add("points", JsonItem::number(mark.points))
                      .add("of", JsonItem::number(mark.of))
                      .add("feedback", JsonItem::text(mark.feedback)));
    for (const std::string& problem : graded.problems) problems.add(JsonItem::text(problem));
    return JsonItem::object()
        .add("student", JsonItem::text(graded.student))
        .add("points", JsonItem::number(graded.points()))
        .add("of", JsonItem::number(graded.of()))
        .add("criteria", std::move(marks))
        .add("problems", std::move(problems));
}

Result<Graded> readGraded(const std::string& text) {
    const auto document = JsonDocument::parse(text);
    if (!document) return tl::unexpected(document.error());
    Problems problems;
    ObjectReader reader(document->root(), {}, problems);
    Graded graded;
    if (reader.valid()) {
        constexpr std::size_t longest = 10'000;
        reader.string("student", graded.student, required);
        reader.ignore("points");
        reader.ignore("of");
        for (const JsonNode& node : reader.items("criteria", mostParts)) {
            Mark& mark = graded.marks.emplace_back();
            ObjectReader one(node, {}, problems);
            one.string("label", mark.label, required);
            one.number("points", mark.points, required);
            one.number("of", mark.of, required);
            one.string("feedback", mark.feedback, required, longest);
        }
        for (const JsonNode& node : reader.items("problems", 1000))
            graded.problems.push_back(node.string());
    }
    if (!problems.empty()) return tl::unexpected(problems.take());
    return graded;
}

Result<void> checkExercise(const Catalogue& catalogue, const Exercise& exercise) {
    Diagnostics found;
    for (const ExerciseRun& run : exercise.runs) {
        if (run.run.model.empty()) continue;
        LessonRun prepared = run.run;
        for (const DrawnValue& value : exercise.values) {
            prepared.parameters.emplace_back(value.parameter,
                                             numberWithUnit(numberText(value.from), value.unit));
        }
        const auto experiment = prepare(catalogue, prepared);
        if (!experiment) {
            found.insert(found.end(), experiment.error().begin(), experiment.error().end());
            continue;
        }
        const RowLayout layout(*experiment->model);
        for (const Criterion& criterion : exercise.criteria) {
            const Quantity& quantity = criterion.quantity;
            if (quantity.run != run.run.name || criterion.fourBar ||
                quantity.of == leastTransmissionAngle)
                continue;
            if (auto missing = missingColumn(quantity, run.run.name, layout))
                found.push_back(*std::move(missing));
        }
    }
    if (!found.empty()) return tl::unexpected(found);
    return {};
}

}  // namespace momentree

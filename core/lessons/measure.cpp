// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/lessons/mass_condition.hpp"
#include "core/lessons/mode_figure.hpp"
#include "core/model/evaluate.hpp"
#include "core/model/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/session/run.hpp"
#include "core/study/summary.hpp"

namespace momentree {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double sameTime = 1e-9;  ///< rows of two runs at this distance have equal times [s]

tl::unexpected<Diagnostics> refuse(const Quantity& quantity, Message text) {
    return fail(error(Place{Place::Kind::Quantity, quantity.of}, std::move(text), quantity.line));
}

Result<void> changeParameter(ModelDescription& description, const std::string& name,
                             const std::string& value) {
    Scalar scalar;
    scalar.text = value;
    return giveParameter(description, name, scalar);
}

bool isFigure(const std::string& of) {
    return std::ranges::find(runFigures(), of) != runFigures().end();
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2.0;
}

/// Of the time of all steps, without recording.
double projectionShareOf(const PhaseClock& phases) {
    double all = 0.0, projecting = 0.0;
    for (std::size_t k = 0; k < phaseCount; ++k) {
        const auto phase = static_cast<Phase>(k);
        if (phase == Phase::Record) continue;
        const auto ns = static_cast<double>(phases[phase].ns);
        all += ns;
        if (phase == Phase::ProjectionVelocity || phase == Phase::ProjectionAcceleration)
            projecting += ns;
    }
    return projecting / all;
}

double figure(const std::string& of, const LessonResult& result) {
    const double steps = static_cast<double>(result.steps);
    const AssemblyReport& assembly = result.experiment.assembly;
    const RunSpec& spec = result.experiment.spec;
    if (of == "steps") return steps;
    if (of == "evaluations") return static_cast<double>(result.evaluations);
    if (of == "newton.iterations") return static_cast<double>(result.newtonIterations) / steps;
    if (of == "wall") return median(result.walls);
    if (of == "wall.step") return median(result.walls) / steps;
    if (of == "wall.spread") {
        const auto [fastest, slowest] = std::ranges::minmax(result.walls);
        return (slowest - fastest) / median(result.walls);
    }
    if (of == "projection.share") return result.projectionShare;
    if (of == "time.end") return result.recording->at(result.recording->size() - 1, 0);
    if (of == "degrees.of.freedom") return assembly.degreesOfFreedom;
    if (of == "redundant.rows") return assembly.redundant;
    if (of == "smallest.singular.value") return assembly.smallestSingularValue;
    if (of == "mass.condition") return massCondition(*result.experiment.model);
    if (of == "bodies") return static_cast<double>(result.experiment.model->bodies.size());
    if (of == "setting.step") return spec.step;
    if (of == "setting.baumgarte") return spec.baumgarte;
    if (of == "setting.penalty") return spec.penalty;
    return modeFigure(of, *result.experiment.model).value_or(nan);
}

Result<const LessonResult*> find(const LessonResults& results, const std::string& run,
                                 const Quantity& quantity) {
    const auto found = results.find(run);
    if (found == results.end())
        return refuse(quantity,
                      MOMENTREE_TEXT("run-not-computed", "run '%1' has not been computed")(run));
    return &found->second;
}

struct Samples {
    std::vector<double> times, values;
};

Result<Samples> samples(const Quantity& quantity, const LessonResults& results,
                        const std::string& run) {
    const auto result = find(results, run, quantity);
    if (!result) return tl::unexpected(result.error());
    const Recording& rows = *(*result)->recording;
    const int column = (*result)->layout->column(quantity.of);
    if (column < 0)
        return refuse(quantity, MOMENTREE_TEXT("column-missing", "the run records no such column"));
    const LessonResult* other = nullptr;
    int otherColumn = -1;
    if (!quantity.minus.empty()) {
        const auto found = find(results, quantity.minus, quantity);
        if (!found) return tl::unexpected(found.error());
        other = *found;
        otherColumn = other->layout->column(quantity.of);
        if (otherColumn < 0)
            return refuse(quantity, MOMENTREE_TEXT("column-missing-in-other",
                                                   "the run to subtract records no such column"));
    }
    Samples out;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const double time = rows.at(k, 0);
        if (time < quantity.from.value_or(-1.0) - sameTime ||
            time > quantity.until.value_or(time) + sameTime)
            continue;
        double value = rows.at(k, column);
        if (other) {
            const std::size_t row = other->recording->rowAt(time + sameTime);
            if (std::abs(other->recording->at(row, 0) - time) > sameTime) continue;
            value -= other->recording->at(row, otherColumn);
        }
        out.times.push_back(time);
        out.values.push_back(value);
    }
    if (out.values.empty())
        return refuse(quantity,
                      MOMENTREE_TEXT("rows-missing", "there is no row in this span of time"));
    return out;
}

std::size_t nearest(const std::vector<double>& times, double time) {
    const auto closer = [time](double a, double b) {
        return std::abs(a - time) < std::abs(b - time);
    };
    return static_cast<std::size_t>(std::ranges::min_element(times, closer) - times.begin());
}

double largestDistance(const std::vector<double>& values, double from) {
    double largest = 0.0;
    for (const double value : values) largest = std::max(largest, std::abs(value - from));
    return largest;
}

/// Times of the first rows after changes of sign.
std::vector<double> signChanges(const Samples& of) {
    std::vector<double> times;
    double before = 0.0;
    for (std::size_t k = 0; k < of.values.size(); ++k) {
        if (of.values[k] * before < 0.0) times.push_back(of.times[k]);
        if (of.values[k] != 0.0) before = of.values[k];
    }
    return times;
}

double taken(const Quantity& quantity, const Samples& of) {
    const std::vector<double>& values = of.values;
    const auto least = std::ranges::min_element(values);
    const auto greatest = std::ranges::max_element(values);
    const auto timeAt = [&](auto it) {
        return of.times[static_cast<std::size_t>(it - values.begin())];
    };
    switch (quantity.take) {
        case Take::First:
            return values.front();
        case Take::Last:
            return values.back();
        case Take::At:
            return values[nearest(of.times, *quantity.at)];
        case Take::Least:
            return *least;
        case Take::Greatest:
            return *greatest;
        case Take::Largest:
            return largestDistance(values, 0.0);
        case Take::Change:
            return values.back() - values.front();
        case Take::LargestChange:
            return largestDistance(values, values.front());
        case Take::Mean: {
            double sum = 0.0;
            for (const double value : values) sum += value;
            return sum / static_cast<double>(values.size());
        }
        case Take::TimeOfLeast:
            return timeAt(least);
        case Take::TimeOfGreatest:
            return timeAt(greatest);
        case Take::SignChanges:
            return static_cast<double>(signChanges(of).size());
        case Take::TimeOfSignChange: {
            const std::vector<double> times = signChanges(of);
            return times.empty() ? nan : times.front();
        }
    }
    return nan;
}

Result<double> measureOf(const Quantity& quantity, const LessonResults& results,
                         const std::string& run) {
    if (isFigure(quantity.of)) {
        const auto result = find(results, run, quantity);
        if (!result) return tl::unexpected(result.error());
        return figure(quantity.of, **result);
    }
    const auto rows = samples(quantity, results, run);
    if (!rows) return tl::unexpected(rows.error());
    return taken(quantity, *rows);
}

}  // namespace

const std::vector<std::string>& runFigures() {
    static const std::vector<std::string> figures{"steps",
                                                  "evaluations",
                                                  "newton.iterations",
                                                  "wall",
                                                  "wall.step",
                                                  "wall.spread",
                                                  "projection.share",
                                                  "time.end",
                                                  "degrees.of.freedom",
                                                  "redundant.rows",
                                                  "smallest.singular.value",
                                                  "mass.condition",
                                                  "lowest.frequency",
                                                  "second.frequency",
                                                  "growing.modes",
                                                  "bodies",
                                                  "setting.step",
                                                  "setting.baumgarte",
                                                  "setting.penalty"};
    return figures;
}

std::optional<Diagnostic> missingColumn(const Quantity& quantity, const std::string& run,
                                        const RowLayout& layout) {
    if (isFigure(quantity.of) || layout.column(quantity.of) >= 0) return {};
    return error(Place{Place::Kind::Quantity, quantity.of},
                 MOMENTREE_TEXT("run-has-no-column", "run '%1' records no such column%2")(
                     run, didYouMean(quantity.of, std::span(layout.names()))),
                 quantity.line);
}

bool dependsOnMachine(const std::string& of) {
    return of.starts_with("wall") || of == "projection.share";
}

Result<LessonExperiment> prepare(const Catalogue& catalogue, const LessonRun& run,
                                 const std::vector<std::pair<std::string, std::string>>& changes) {
    const auto placed = [&run](Diagnostics problems) {
        for (Diagnostic& problem : problems) {
            if (const std::string where = problem.place.str(); !where.empty())
                problem.message = MOMENTREE_TEXT("problem-at", "%1: %2")(where, problem.message);
            problem.place = Place::run(run.name);
            problem.line = run.line;
        }
        return tl::unexpected(std::move(problems));
    };
    auto description = readModelFile(run.model);
    if (!description) return placed(description.error());
    const auto isParameter = [&](const std::string& name) {
        return std::ranges::find(description->parameters, name, &ParameterDescription::name) !=
               description->parameters.end();
    };
    for (const auto& [name, value] : run.parameters)
        if (const auto set = changeParameter(*description, name, value); !set)
            return placed(set.error());
    for (const auto& [name, value] : run.settings)
        if (const auto set = setRunSetting(description->run, name, value); !set)
            return placed(set.error());
    for (const auto& [name, value] : changes) {
        const auto set = isParameter(name) ? changeParameter(*description, name, value)
                                           : setRunSetting(description->run, name, value);
        if (!set) return placed(set.error());
    }
    LessonExperiment experiment;
    experiment.description = std::make_shared<const ModelDescription>(*description);
    auto model = buildModel(*std::move(description));
    if (!model) return placed(model.error());
    experiment.model = *model;
    experiment.spec = catalogue.defaults(*experiment.model);
    if (const auto good = catalogue.check(*experiment.model, experiment.spec); !good)
        return placed(good.error());
    if (const auto start = assemble(*experiment.model, &experiment.assembly); !start)
        return placed(start.error());
    return experiment;
}

Result<LessonResult> compute(const Catalogue& catalogue, LessonExperiment experiment,
                             std::stop_token stop, const std::function<void(double)>& told) {
    auto run = Run::create(catalogue, experiment.model, experiment.spec);
    if (!run) return tl::unexpected(run.error());
    LessonResult result;
    const auto start = std::chrono::steady_clock::now();
    while (!(*run)->finished() && !stop.stop_requested()) {
        const Progress progress = (*run)->advance(stop);
        if (told) told((*run)->time() / experiment.spec.duration);
        if (progress.status == StepStatus::Reached) continue;
        if (progress.status != StepStatus::Stopped) result.failure = (*run)->failure(progress);
        break;
    }
    result.walls = {
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
    result.steps = (*run)->steps();
    const PhaseClock& phases = (*run)->stepper().phases();
    result.evaluations = evaluationsOf(phases[Phase::Kinematics], phases[Phase::Derivatives]);
    result.projectionShare = projectionShareOf(phases);
    result.newtonIterations = (*run)->stepper().newtonIterations();
    result.layout = std::make_shared<const RowLayout>((*run)->layout());
    result.recording = (*run)->recording();
    result.experiment = std::move(experiment);
    return result;
}

Result<double> measure(const Quantity& quantity, const LessonResults& results,
                       const std::string& self) {
    const auto value = measureOf(quantity, results, quantity.run.empty() ? self : quantity.run);
    if (!value || quantity.over.empty()) return value;
    const auto over = measureOf(quantity, results, quantity.over);
    if (!over) return over;
    return *value / *over;
}

bool holds(const Claim& claim, double value) {
    if (claim.below) return value < *claim.below;
    if (claim.above) return value > *claim.above;
    return std::abs(value - claim.value.value_or(nan)) <= claim.within.value_or(0.0);
}

bool holds(const Condition& condition, double value) {
    return value < condition.below.value_or(std::numeric_limits<double>::infinity()) &&
           value > condition.above.value_or(-std::numeric_limits<double>::infinity());
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/measure.hpp"

namespace momentree {
namespace {

/// Checks that need the models of a lesson.
class LessonCheck {
public:
    LessonCheck(const Lesson& lesson, const Catalogue& catalogue)
        : lesson_(lesson), catalogue_(catalogue) {}

    Result<void> check() {
        for (const LessonRun& run : lesson_.runs) {
            auto experiment = prepare(catalogue_, run);
            if (experiment)
                experiments_.emplace(run.name, *std::move(experiment));
            else
                found_.insert(found_.end(), experiment.error().begin(), experiment.error().end());
        }
        if (!found_.empty()) return tl::unexpected(found_);
        for (const Claim& claim : lesson_.claims) {
            column(claim.quantity, claim.quantity.run);
            if (dependsOnMachine(claim.quantity.of))
                found_.push_back(error(
                    Place{Place::Kind::Claim, claim.name},
                    MOMENTREE_TEXT(
                        "claim-machine-time",
                        "a time measured on this machine cannot be a claim; put it into a table"),
                    claim.line));
        }
        for (const LessonStep& step : lesson_.steps) checkStep(step);
        if (!found_.empty()) return tl::unexpected(found_);
        return {};
    }

private:
    void column(const Quantity& quantity, const std::string& run) {
        const RowLayout layout(*experiments_.at(run).model);
        if (auto missing = missingColumn(quantity, run, layout))
            found_.push_back(*std::move(missing));
    }

    void checkStep(const LessonStep& step) {
        if (step.kind == LessonStep::Kind::Run || step.kind == LessonStep::Kind::Task)
            compared_ = step.runs;
        const std::vector<std::string>& runs = step.runs.empty() ? compared_ : step.runs;
        for (const std::string& run : runs) {
            for (const LessonPlot& plot : step.plots) {
                Quantity quantity;
                quantity.of = plot.of;
                quantity.line = plot.line;
                column(quantity, run);
            }
            for (const LessonColumn& of : step.table) column(of.quantity, run);
            for (const std::string& point : step.traces) checkTrace(point, run, step);
            for (const std::string& body : step.frame) checkFramed(body, run, step);
            for (const Condition& condition : step.conditions) column(condition.quantity, run);
        }
        for (const LessonGraph& graph : step.graphs)
            for (const LessonGraph::Curve& curve : graph.curves)
                for (const std::string& run : curve.runs) {
                    column(graph.x, run);
                    column(graph.y, run);
                }
        if (runs.empty() && !(step.plots.empty() && step.table.empty()))
            found_.push_back(
                error(Place{Place::Kind::Step, step.title},
                      MOMENTREE_TEXT("step-shows-nothing",
                                     "there is nothing to show: no earlier step has runs"),
                      step.line));
        for (const Control& control : step.controls) checkControl(control, step);
    }

    void checkTrace(const std::string& point, const std::string& run, const LessonStep& step) {
        for (const BodyDescription& body : experiments_.at(run).description->bodies)
            for (const MarkerDescription& marker : body.markers)
                if (body.name + '.' + marker.name == point) return;
        found_.push_back(error(Place{Place::Kind::Step, step.title},
                               MOMENTREE_TEXT("trace-unknown",
                                              "'traces': the model of run '%1' has no marker '%2' "
                                              "on a body")(run, point),
                               step.line));
    }

    void checkFramed(const std::string& body, const std::string& run, const LessonStep& step) {
        for (const BodyDescription& one : experiments_.at(run).description->bodies)
            if (one.name == body) return;
        found_.push_back(
            error(Place{Place::Kind::Step, step.title},
                  MOMENTREE_TEXT("frame-unknown",
                                 "'frame': the model of run '%1' has no body '%2'")(run, body),
                  step.line));
    }

    void checkControl(const Control& control, const LessonStep& step) {
        const std::string& name = control.setting.empty() ? control.parameter : control.setting;
        const std::string value =
            control.choices.empty() ? std::to_string(control.start) : control.choices.front();
        for (const std::string& run : step.runs)
            if (const auto prepared = prepare(catalogue_, *lesson_.run(run), {{name, value}});
                !prepared)
                for (Diagnostic problem : prepared.error()) {
                    problem.line = control.line;
                    found_.push_back(std::move(problem));
                }
    }

    const Lesson& lesson_;
    const Catalogue& catalogue_;
    std::map<std::string, LessonExperiment> experiments_;
    std::vector<std::string> compared_;
    Diagnostics found_;
};

}  // namespace

Result<void> checkLesson(const Lesson& lesson, const Catalogue& catalogue) {
    return LessonCheck(lesson, catalogue).check();
}

}  // namespace momentree

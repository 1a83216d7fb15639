// SPDX-License-Identifier: Apache-2.0
#include "core/study/summary.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/number_text.hpp"

namespace momentree {
namespace {

double newtonPerStep(const RunSummary& run) {
    return run.newtonIterations > 0 && run.steps > 0
               ? static_cast<double>(run.newtonIterations) / static_cast<double>(run.steps)
               : notKnown;
}

std::string shortText(double value) { return std::isnan(value) ? "-" : numberText(value, 3); }

template <auto member>
double extreme(const RunSummary& run) {
    return run.extremes.*member;
}

template <double (*value)(const RunSummary&)>
SummaryColumn numberColumn(const char* title, const char* unit, const char* meaning) {
    return {title, unit, meaning, value,
            [](const RunSummary& run) { return shortText(value(run)); }};
}

double stepsOf(const RunSummary& run) { return static_cast<double>(run.steps); }
double wallOf(const RunSummary& run) { return run.wall; }
double errorOf(const RunSummary& run) { return run.positionError; }
double factorOf(const RunSummary& run) { return run.realTimeFactor; }

using E = RunExtremes;
const std::array<SummaryColumn, 14> columns{{
    {"run", "", "Name of the run.", nullptr, [](const RunSummary& run) { return run.name; }},
    {"steps", "", "Steps taken.", stepsOf,
     [](const RunSummary& run) { return std::to_string(run.steps); }},
    numberColumn<wallOf>("wall", "s", "Time that the steps took."),
    numberColumn<factorOf>("x real time", "", "Simulated time over the time that it took."),
    numberColumn<extreme<&E::energyError>>("energy error", "J",
                                           "Largest change of the total energy since the start."),
    numberColumn<extreme<&E::driftPosition>>(
        "drift", "m", "Largest violation of the constraints, Euclidean norm."),
    numberColumn<extreme<&E::driftVelocity>>("velocity drift", "",
                                             "The same of the constraints' first derivatives."),
    numberColumn<extreme<&E::driftAcceleration>>(
        "acceleration drift", "", "The same of the constraints' second derivatives."),
    numberColumn<newtonPerStep>("newton/step", "", "Newton iterations per step, implicit methods."),
    numberColumn<errorOf>("position error", "m",
                          "Estimated largest error of a centre of mass, from a second run with "
                          "half the step or tighter tolerances."),
    numberColumn<extreme<&E::positionDifference>>(
        "differs", "m", "Largest distance of a centre of mass from where the reference has it."),
    numberColumn<extreme<&E::forceDifference>>(
        "forces differ", "N", "Largest difference of a joint's reaction force from the reference."),
    numberColumn<extreme<&E::momentDifference>>(
        "moments differ", "N m",
        "Largest difference of a joint's reaction moment from the reference."),
    {"status", "", "How the run ended, and its first warning.", nullptr,
     [](const RunSummary& run) {
         return run.warning.empty() ? run.status : run.status + "; warning: " + run.warning;
     }},
}};

}  // namespace

std::string statusText(const RunFigures& figures) {
    switch (figures.state) {
        case RunState::Failed:
            return "failed: " + figures.message->str();
        case RunState::Finished:
            return figures.message ? "stopped" : "done";
        case RunState::Running:
            return "running";
        case RunState::Paused:
            return "paused";
    }
    return {};
}

std::int64_t evaluationsOf(const PhaseClock::Total& kinematics,
                           const PhaseClock::Total& derivatives) {
    return std::max(kinematics.calls, derivatives.calls);
}

std::string warningOf(std::span<const RunNote> notes, const Diagnostics& ofSettings) {
    std::vector<std::string> all;
    for (const RunNote& note : notes)
        if (note.warns) all.push_back(note.text.str());
    for (const Diagnostic& one : ofSettings) all.push_back(toString(one));
    if (all.empty()) return {};
    const std::size_t more = all.size() - 1;
    return all.front() + (more > 0 ? " (and " + std::to_string(more) + " more)" : "");
}

RunSummary summaryOf(std::string name, const Session& session, const RunExtremes& extremes) {
    const RunFigures figures = session.figures();
    RunSummary run;
    run.name = std::move(name);
    run.spec = session.spec();
    run.steps = figures.steps;
    run.time = figures.time;
    run.wall = figures.wall;
    run.realTimeFactor = figures.time / std::max(figures.wall, 1e-9);
    run.newtonIterations = session.newtonIterations();
    const auto phases = session.phases();
    run.evaluations = evaluationsOf(phases[static_cast<std::size_t>(Phase::Kinematics)],
                                    phases[static_cast<std::size_t>(Phase::Derivatives)]);
    run.extremes = extremes;
    if (const auto errors = session.errors()) run.positionError = errors->largest.positions;
    run.status = statusText(figures);
    run.warning = warningOf(figures.notes);
    return run;
}

RunSummary summaryOf(std::string name, const Session& session, const Session* reference) {
    RunExtremes extremes;
    const bool other = reference != nullptr && reference != &session;
    takeIn(extremes, session.model(), session.layout(), *session.recording(),
           other ? reference->recording().get() : nullptr);
    return summaryOf(std::move(name), session, extremes);
}

std::span<const SummaryColumn> summaryColumns() { return columns; }

std::string heading(const SummaryColumn& column) {
    return *column.unit == '\0' ? column.title
                                : std::string(column.title) + " [" + column.unit + "]";
}

}  // namespace momentree

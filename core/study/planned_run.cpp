// SPDX-License-Identifier: Apache-2.0
#include "core/study/planned_run.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>

#include "core/io/model_file.hpp"
#include "core/number_text.hpp"
#include "core/session/run.hpp"
#include "core/study/run_store.hpp"

namespace momentree {
namespace {

using Clock = std::chrono::steady_clock;

std::string refused(const Diagnostics& problems) {
    for (const Diagnostic& problem : problems)
        if (problem.severity == Diagnostic::Severity::Error) return "refused: " + toString(problem);
    return "refused";
}

/// What is known of a run before it starts.
RunSummary announced(const PlannedRun& planned) {
    RunSummary summary;
    summary.name = planned.name;
    summary.spec.formulation = planned.run.formulation;
    summary.spec.backend = planned.run.backend;
    summary.spec.integrator = planned.run.integrator;
    if (planned.run.step != 0.0) summary.spec.step = planned.run.step;
    for (const auto& [name, value] : planned.parameters)
        summary.parameters.emplace_back(name,
                                        value.text.empty() ? numberText(value.value) : value.text);
    return summary;
}

/// Steps to the end; what it took goes to `summary`.
Progress play(Run& run, const std::stop_token& stop, RunSummary& summary) {
    Progress progress;
    const Clock::time_point start = Clock::now();
    while (!run.finished() && progress.status == StepStatus::Reached) progress = run.advance(stop);
    summary.wall = std::chrono::duration<double>(Clock::now() - start).count();
    summary.steps = run.steps();
    summary.time = run.time();
    summary.realTimeFactor = summary.time / std::max(summary.wall, 1e-9);
    summary.newtonIterations = run.stepper().newtonIterations();
    const PhaseClock& phases = run.stepper().phases();
    summary.evaluations = evaluationsOf(phases[Phase::Kinematics], phases[Phase::Derivatives]);
    return progress;
}

void run(const Catalogue& catalogue, const std::shared_ptr<const Model>& model,
         const PlannedRun& planned, const FindReference& reference, const std::stop_token& stop,
         FinishedRun& out) {
    out.summary.spec = specOf(catalogue, *model, planned.run);
    auto setup = setUpRun(catalogue, model, out.summary.spec);
    if (!setup) {
        out.summary.status = refused(setup.error());
        return;
    }
    Run run(std::move(*setup));
    const Progress progress = play(run, stop, out.summary);
    out.interrupted = progress.status == StepStatus::Stopped;
    out.chance = progress.status == StepStatus::LinkLost;
    out.summary.status =
        progress.status == StepStatus::Reached ? "done" : "failed: " + run.failure(progress);
    out.recording = run.recording();
    out.layout = run.layout();
    takeIn(out.summary.extremes, *model, run.layout(), *out.recording,
           reference(run.layout()).get());
}

}  // namespace

Result<ModelDescription> withParameters(ModelDescription model, const StudyParameters& parameters) {
    for (const auto& [name, value] : parameters)
        if (auto set = giveParameter(model, name, value); !set)
            return tl::unexpected(std::move(set.error()));
    return model;
}

Result<std::shared_ptr<const Model>> ModelShelf::get(const StudyParameters& parameters) {
    if (model_ && parameters == parameters_) return model_;
    auto description = withParameters(description_, parameters);
    if (!description) return tl::unexpected(std::move(description.error()));
    auto model = buildModel(std::move(*description));
    if (model) {
        model_ = *model;
        parameters_ = parameters;
    }
    return model;
}

FinishedRun runPlanned(const Catalogue& catalogue, ModelShelf& shelf, const PlannedRun& planned,
                       const FindReference& reference, const std::stop_token& stop) {
    FinishedRun finished;
    finished.summary = announced(planned);
    try {
        const auto model = shelf.get(planned.parameters);
        if (!model) {
            finished.summary.status = refused(model.error());
        } else {
            run(catalogue, *model, planned, reference, stop, finished);
        }
    } catch (const std::bad_alloc&) {
        finished.summary.status = "failed: out of memory";
        finished.chance = true;
    } catch (const std::exception& e) {
        finished.summary.status = std::string("failed: internal error: ") + e.what();
    }
    return finished;
}

std::vector<std::string> runKeys(const ModelDescription& model,
                                 const std::vector<PlannedRun>& plan) {
    std::vector<std::string> keys(plan.size());
    std::string text;
    const StudyParameters* parameters = nullptr;
    const auto keyOf = [&](std::size_t k, const std::string& reference) {
        if (parameters == nullptr || !(*parameters == plan[k].parameters)) {
            const auto description = withParameters(model, plan[k].parameters);
            text = writeModelText(description ? *description : model);
            parameters = &plan[k].parameters;
        }
        return runKey(text, plan[k].run, reference);
    };
    for (std::size_t k = 0; k < plan.size(); ++k)
        if (plan[k].reference < 0) keys[k] = keyOf(k, {});
    for (std::size_t k = 0; k < plan.size(); ++k)
        if (plan[k].reference >= 0)
            keys[k] = keyOf(k, keys[static_cast<std::size_t>(plan[k].reference)]);
    return keys;
}

std::size_t jobCount(const ModelDescription& model, const std::vector<PlannedRun>& plan,
                     int asked) {
    if (asked > 0) return static_cast<std::size_t>(asked);
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    std::size_t threads = 1;
    for (const PlannedRun& run : plan) {
        const std::string& backend = run.run.backend.empty() ? model.run.backend : run.run.backend;
        if (backend == "parallel") threads = processors;
        if (backend.starts_with("parallel:"))
            threads =
                std::max<std::size_t>(threads, std::strtoul(backend.c_str() + 9, nullptr, 10));
    }
    return std::max<std::size_t>(1, processors / threads);
}

}  // namespace momentree

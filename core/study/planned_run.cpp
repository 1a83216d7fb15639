// SPDX-License-Identifier: Apache-2.0
#include "core/study/planned_run.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>
#include <utility>

#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"
#include "core/number_text.hpp"
#include "core/session/run.hpp"
#include "core/session/run_limits.hpp"
#include "core/study/lanes.hpp"
#include "core/study/run_store.hpp"

namespace momentree {
namespace {

using Clock = std::chrono::steady_clock;

std::string refused(const Diagnostics& problems) {
    for (const Diagnostic& problem : problems)
        if (problem.severity == Diagnostic::Severity::Error) return "refused: " + toString(problem);
    return "refused";
}

/// The part of a summary that is known before the start.
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

/// A planned run in progress.
struct Underway {
    const PlannedRun* planned;
    FinishedRun* out;
    std::shared_ptr<const Model> model = {};
    std::optional<RunSetup> setup = {};
    Diagnostics warnings = {};  ///< of the settings
    std::unique_ptr<Run> run = {};
    Progress progress = {};

    bool goesOn() const {
        return run && !run->finished() && progress.status == StepStatus::Reached;
    }
};

/// Stores any error as the status of the runs that have none yet.
template <typename Work>
void guarded(std::span<Underway> group, const Work& work) {
    const auto fail = [&](const std::string& status, bool chance) {
        for (Underway& one : group) {
            if (!one.out->summary.status.empty()) continue;
            one.out->summary.status = status;
            one.out->chance = chance;
        }
    };
    try {
        work();
    } catch (const std::bad_alloc&) {
        fail("failed: out of memory", true);
    } catch (const std::exception& e) {
        fail(std::string("failed: internal error: ") + e.what(), false);
    }
}

void describe(const Catalogue& catalogue, ModelShelf& shelf, Underway& one) {
    one.out->summary = announced(*one.planned);
    const auto model = shelf.get(one.planned->parameters);
    if (!model) {
        one.out->summary.status = refused(model.error());
        return;
    }
    one.model = *model;
    one.out->summary.spec = specOf(catalogue, **model, one.planned->run);
}

/// @param stepper null for one of its own
void setUp(const Catalogue& catalogue, Underway& one, std::unique_ptr<Stepper> stepper,
           const std::stop_token& stop) {
    auto setup = setUpRun(catalogue, one.model, one.out->summary.spec,
                          {.warnings = &one.warnings,
                           .check = one.planned->checked ? ErrorCheck::AtEnd : ErrorCheck::None,
                           .stepper = stepper ? &stepper : nullptr,
                           .watch = {stop}});
    if (setup) {
        one.setup = std::move(*setup);
        return;
    }
    one.out->summary.status = refused(setup.error());
    one.out->interrupted = stop.stop_requested();
}

/// Whether the recordings of several such runs fit in the memory for one.
bool fitMemory(const Model& model, RunSpec spec, std::size_t runs) {
    spec.sample /= static_cast<double>(runs);
    return checkRecording(model, spec).has_value();
}

/// Steppers of the runs that their backend computes at once with the first one, null for the
/// others; none if the first one runs alone.
std::vector<std::unique_ptr<Stepper>> steppersTogether(const Catalogue& catalogue,
                                                       std::span<const Underway> runs) {
    const RunSpec& spec = runs[0].out->summary.spec;
    Backend::Models models;
    std::vector<std::size_t> places;  // of the models in `runs`
    for (std::size_t k = 0; k < runs.size(); ++k) {
        if (!sameTimes(runs[k].out->summary.spec, spec)) continue;
        models.push_back(runs[k].model);
        places.push_back(k);
    }
    while (models.size() > 1 && !fitMemory(*models[0], spec, models.size()))
        models.resize(models.size() / 2);
    auto chosen = catalogue.makeTogether(models, spec);
    std::vector<std::unique_ptr<Stepper>> steppers(chosen.empty() ? 0 : runs.size());
    for (std::size_t k = 0; k < chosen.size(); ++k) steppers[places[k]] = std::move(chosen[k]);
    return steppers;
}

/// Whether the runs were put into lanes. A suitable run uses lanes even on its own: its results
/// must not depend on other runs.
bool takeLanes(std::span<Underway> group) {
    if (group.empty()) return false;
    if (!fitMemory(*group[0].setup->model, group[0].setup->spec, group.size())) return false;
    std::vector<RunSetup*> setups;
    for (Underway& one : group) setups.push_back(&*one.setup);
    return shareLanes(setups);
}

/// Steps all runs of the group in turn to the end and adds the time to the summaries.
void play(std::span<Underway> group, const std::stop_token& stop) {
    for (Underway& one : group) one.run = std::make_unique<Run>(*std::exchange(one.setup, {}));
    const Clock::time_point start = Clock::now();
    while (std::ranges::any_of(group, &Underway::goesOn))
        for (Underway& one : group)
            if (one.goesOn()) one.progress = one.run->advance(stop);
    const double wall = std::chrono::duration<double>(Clock::now() - start).count();
    for (Underway& one : group) {
        RunSummary& summary = one.out->summary;
        summary.sideBySide = static_cast<int>(group.size()) - 1;
        summary.wall = wall / static_cast<double>(group.size());
        summary.steps = one.run->steps();
        summary.time = one.run->time();
        summary.realTimeFactor = summary.time / std::max(summary.wall, 1e-9);
        summary.newtonIterations = one.run->stepper().newtonIterations();
        const PhaseClock& phases = one.run->stepper().phases();
        summary.evaluations = evaluationsOf(phases[Phase::Kinematics], phases[Phase::Derivatives]);
    }
}

void finish(Underway& one, const Recording* reference, const std::stop_token& stop) {
    FinishedRun& out = *one.out;
    Run& run = *one.run;
    run.checkErrors(stop);
    if (const auto errors = run.errors()) out.summary.positionError = errors->largest.positions;
    out.summary.warning = warningOf(run.notes(), one.warnings);
    out.interrupted = one.progress.status == StepStatus::Stopped || stop.stop_requested();
    out.chance = one.progress.status == StepStatus::LinkLost;
    out.recording = run.recording();
    out.layout = run.layout();
    takeIn(out.summary.extremes, run.model(), run.layout(), *out.recording, reference);
    out.summary.status = one.progress.status == StepStatus::Reached
                             ? "done"
                             : "failed: " + run.failure(one.progress).str();
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

std::vector<FinishedRun> runPlanned(const Catalogue& catalogue, ModelShelf& shelf,
                                    std::span<const PlannedRun* const> planned,
                                    const FindReference& reference, const std::stop_token& stop) {
    std::vector<FinishedRun> finished(planned.size());
    std::vector<Underway> described;
    for (std::size_t k = 0; k < planned.size(); ++k) {
        Underway one{planned[k], &finished[k]};
        guarded({&one, 1}, [&] { describe(catalogue, shelf, one); });
        if (one.model) described.push_back(std::move(one));
    }
    const auto compute = [&](std::span<Underway> group) {
        guarded(group, [&] {
            play(group, stop);
            for (Underway& one : group)
                finish(one, reference(*one.planned, one.run->layout()).get(), stop);
        });
        for (Underway& one : group) one.run.reset();
    };
    // Of the rest, those that a backend computes at once with the first one, otherwise all.
    for (std::vector<Underway> rest = std::move(described), later; !rest.empty();
         rest = std::exchange(later, {})) {
        std::vector<std::unique_ptr<Stepper>> steppers;
        guarded(rest, [&] { steppers = steppersTogether(catalogue, rest); });
        const bool together = !steppers.empty();
        const bool single = catalogue.together(rest[0].out->summary.spec.backend) > 1;
        steppers.resize(rest.size());
        std::vector<Underway> ready;
        for (std::size_t k = 0; k < rest.size(); ++k) {
            if (together ? steppers[k] == nullptr : single && k > 0) {
                later.push_back(std::move(rest[k]));
                continue;
            }
            guarded({&rest[k], 1},
                    [&] { setUp(catalogue, rest[k], std::move(steppers[k]), stop); });
            if (rest[k].setup) ready.push_back(std::move(rest[k]));
        }
        guarded(ready, [&] {
            if (together || takeLanes(ready)) return compute(ready);
            for (Underway& one : ready) {
                takeLanes({&one, 1});
                compute({&one, 1});
            }
        });
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

// SPDX-License-Identifier: Apache-2.0
#include "core/session/catalogue.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/execution/backend.hpp"
#include "core/formulations/aba/aba.hpp"
#include "core/formulations/cluster/cluster.hpp"
#include "core/formulations/dca/dca.hpp"
#include "core/formulations/energy_momentum/energy_momentum.hpp"
#include "core/formulations/generalized_alpha/generalized_alpha.hpp"
#include "core/formulations/hdca/hdca.hpp"
#include "core/formulations/hdca/mass_ratio.hpp"
#include "core/formulations/hdca/planar.hpp"
#include "core/formulations/index3_dca/index3_dca.hpp"
#include "core/formulations/lcaba/lcaba.hpp"
#include "core/formulations/multipliers/hamilton_index2.hpp"
#include "core/formulations/multipliers/lagrange_index1.hpp"
#include "core/formulations/multipliers/null_space.hpp"
#include "core/formulations/multipliers/udwadia_kalaba.hpp"
#include "core/formulations/multipliers/weighted_constraints.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "core/formulations/rattle/rattle.hpp"
#include "core/formulations/soft/soft.hpp"
#include "core/integrators/ode_stepper.hpp"
#include "core/model/nearest_name.hpp"
#include "core/model/sticking.hpp"
#include "core/session/built_in.hpp"
#include "core/session/default_step.hpp"
#include "core/session/event_stepper.hpp"
#include "core/session/integrator_entries.hpp"
#include "core/session/refusals.hpp"
#include "core/session/run_limits.hpp"
#include "core/session/step_settings.hpp"

namespace momentree {
namespace {

constexpr const char* float32 = "float32";

std::string list(const std::vector<std::string>& names, const char* between = ", ") {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : between) + name;
    return text;
}

/// The diagnostic for an unknown id.
Diagnostic unknownId(const std::string& kind, const std::string& id,
                     const std::vector<std::string>& known) {
    const Place place = Place::setting(kind, id);
    const Argument nearest = didYouMean(id, known);
    if (!nearest.message.empty())
        return error(place, MOMENTREE_TEXT("id-misspelt", "is unknown%1")(nearest));
    return error(place, MOMENTREE_TEXT("id-unknown", "is unknown; there is %1")(list(known)));
}

template <typename S>
std::unique_ptr<Stepper> paired(std::unique_ptr<OdeSystem<S>> system,
                                std::unique_ptr<Integrator<S>> integrator) {
    return std::make_unique<OdeStepper<S>>(std::move(system), std::move(integrator));
}

bool contains(const std::vector<std::string>& ids, const std::string& id) {
    return std::ranges::find(ids, id) != ids.end();
}

bool steps(const Backend& backend, const std::string& integrator) {
    return backend.makeSystem || contains(backend.integrators, integrator);
}

template <typename Entries>
std::vector<std::string> idsOf(const Entries& entries) {
    std::vector<std::string> ids;
    ids.reserve(entries.size());
    for (const auto& entry : entries) ids.emplace_back(entry.id);
    return ids;
}

std::optional<Message> refusalOf(const Formulation& formulation, const Model& model) {
    return formulation.refusal ? formulation.refusal(model) : std::nullopt;
}

}  // namespace

Catalogue::Catalogue() {
    const std::string divide = "Divide and conquer", recursive = "Recursive",
                      multipliers = "Multipliers", own = "Integrators of their own";
    add({.id = "hdca",
         .title = "Hamiltonian divide and conquer",
         .summary =
             "Canonical momenta on a binary tree of bodies; loops closed on the same matrices.",
         .make = makeHdca<double>,
         .makeFloat = makeHdca<float>,
         .threads = true,
         .group = divide});
    add({.id = "dca",
         .title = "Divide and conquer in accelerations",
         .summary = "Featherstone's method: joint speeds, the same binary tree for accelerations.",
         .make = makeDca,
         .threads = true,
         .group = divide});
    add({.id = "index3-dca",
         .title = "Index-3 divide and conquer",
         .summary = "Absolute coordinates, trapezoidal rule and augmented Lagrangian; long steps, "
                    "any loops.",
         .refusal = index3Refusal,
         .makeStepper = makeIndex3Dca,
         .threads = true,
         .group = divide});
    add({.id = "naudet",
         .title = "Naudet's recursion in canonical momenta",
         .summary = "O(n) sweeps over the tree; loops closed by constraint impulses.",
         .make = makeNaudet<double>,
         .makeFloat = makeNaudet<float>,
         .threads = true,
         .group = recursive});
    add({.id = "aba",
         .title = "Articulated-body algorithm",
         .summary =
             "O(n) sweeps in joint speeds and accelerations; loops closed by constraint forces.",
         .make = makeAba<double>,
         .makeFloat = makeAba<float>,
         .group = recursive});
    add({.id = "lcaba",
         .title = "Articulated bodies with proximal loops",
         .summary = "The articulated-body algorithm; loops are closed by proximal iterations on "
                    "blocks that join neighbouring bodies.",
         .make = makeLcaba,
         .group = recursive});
    add({.id = "cluster",
         .title = "Constraint embedding",
         .summary = "The articulated-body algorithm over clusters: bodies that loops join are one "
                    "joint with as many speeds as the loops leave.",
         .refusal = tooLargeCluster,
         .make = makeCluster,
         .group = recursive});
    add({.id = "hamilton-index2",
         .title = "Constrained canonical equations",
         .summary = "Absolute coordinates and momenta with constraint impulses; any topology.",
         .make = makeHamiltonIndex2<double>,
         .makeFloat = makeHamiltonIndex2<float>,
         .group = multipliers});
    add({.id = "lagrange-index1",
         .title = "Lagrange, index 1 with Baumgarte",
         .summary = "Absolute coordinates and multipliers; drift is fed back by Baumgarte's terms.",
         .make = makeLagrangeIndex1<double>,
         .makeFloat = makeLagrangeIndex1<float>,
         .group = multipliers});
    add({.id = "udwadia-kalaba",
         .title = "Udwadia and Kalaba's equation",
         .summary = "Accelerations of free bodies, changed as little as the constraints permit; "
                    "dense matrices.",
         .refusal = tooManyRows,
         .make = makeUdwadiaKalaba,
         .group = multipliers});
    add({.id = "null-space",
         .title = "Null-space method",
         .summary = "Accelerations along the motions that the constraints leave free; dense "
                    "matrices.",
         .refusal = tooManyRows,
         .make = makeNullSpace,
         .group = multipliers});
    add({.id = "soft",
         .title = "Soft constraints",
         .summary = "Constraints as springs and dampers, as in MuJoCo: what compliance costs, for "
                    "comparison.",
         .refusal = softRefusal,
         .makeStepper = makeSoft,
         .threads = true,
         .group = multipliers});
    add({.id = "generalized-alpha",
         .title = "Generalized alpha on rotations",
         .summary = "Absolute coordinates, index 3 or stabilised index 2; damps what is too fast "
                    "for the step.",
         .refusal = index3Refusal,
         .makeStepper = makeGeneralizedAlpha,
         .threads = true,
         .group = own});
    add({.id = "rattle",
         .title = "RATTLE on rotations",
         .summary = "Variational and symplectic, absolute coordinates; for very long runs.",
         .refusal = index3Refusal,
         .makeStepper = makeRattle,
         .threads = true,
         .group = own});
    add({.id = "energy-momentum",
         .title = "Energy and momentum, Livens' principle",
         .summary = "Absolute coordinates, positions and velocities on the constraints; keeps the "
                    "energy to rounding.",
         .refusal = energyMomentumRefusal,
         .makeStepper = makeEnergyMomentum,
         .threads = true,
         .group = own});
}

void Catalogue::add(Formulation formulation) { formulations_.push_back(std::move(formulation)); }

void Catalogue::add(Backend backend) { added_.push_back(std::move(backend)); }

const Backend* Catalogue::findBackend(const std::string& id) const {
    const auto found = std::ranges::find(added_, id.substr(0, id.find(':')), &Backend::id);
    return found == added_.end() ? nullptr : &*found;
}

const Formulation* Catalogue::find(const std::string& id) const {
    const auto found =
        std::ranges::find_if(formulations_, [&](const Formulation& f) { return f.id == id; });
    return found == formulations_.end() ? nullptr : &*found;
}

std::vector<Choice> Catalogue::formulations(const Model* model) const {
    std::vector<Choice> choices;
    for (const Formulation& f : formulations_)
        choices.push_back(
            {f.id, f.title, f.summary, model ? refusalOf(f, *model) : std::nullopt, f.group});
    return choices;
}

std::vector<Choice> Catalogue::backends(const std::string& formulation, const Model* model) const {
    std::vector<Choice> choices{
        {"sequential", "This computer, one thread", "Double precision, one thread.", {}},
        {"parallel",
         "This computer, all threads",
         "Double precision; parts of the mechanism are shared between threads.",
         {}},
        {float32,
         "This computer, single precision",
         "The same recursions with seven digits, as a board computes.",
         {}}};
    for (const Backend& b : added_) choices.push_back({b.id, b.title, b.summary, {}});
    RunSpec spec;
    spec.formulation = formulation;
    for (Choice& choice : choices) {
        spec.backend = choice.id;
        choice.refusal = backendRefusal(spec);
        const Backend* added = findBackend(choice.id);
        if (added && added->unavailable && !choice.refusal)
            choice.refusal = added->unavailable(model);
    }
    return choices;
}

template <typename Condition>
std::string Catalogue::idsWith(const Condition& condition) const {
    std::vector<std::string> ids;
    for (const Formulation& f : formulations_)
        if (condition(f)) ids.push_back(f.id);
    const std::string last = ids.back();
    ids.pop_back();
    return list(ids) + " and " + last;
}

std::optional<Message> Catalogue::backendRefusal(const RunSpec& spec) const {
    const Formulation* f = find(spec.formulation);
    if (isParallel(spec.backend)) {
        if (threadsOf(spec.backend) == 0)
            return MOMENTREE_TEXT("threads-range",
                                  "needs a number of threads from 1 to 256, for example "
                                  "parallel:2");
        if (f && !f->threads)
            return MOMENTREE_TEXT("threads-none",
                                  "works with %1; %2 cannot share its work between threads, choose "
                                  "sequential")(
                idsWith([](const Formulation& each) { return each.threads; }), f->id);
    }
    if (const Backend* b = findBackend(spec.backend)) {
        if (b->unavailable)
            if (auto refusal = b->unavailable(nullptr)) return refusal;
        if (f && f->id != b->formulation)
            return MOMENTREE_TEXT("backend-formulation", "computes %1 only, not %2")(b->formulation,
                                                                                     f->id);
        if (findIntegrator(spec.integrator) && !steps(*b, spec.integrator))
            return MOMENTREE_TEXT("backend-integrator", "steps by %1, not by %2")(
                list(b->integrators), spec.integrator);
    }
    if (spec.backend != float32) return {};
    const auto single = [](const Formulation& each) {
        return each.makeFloat || each.id == "index3-dca";
    };
    if (f && !single(*f))
        return MOMENTREE_TEXT("float32-none",
                              "works with %1; %2 computes in double precision only, choose "
                              "sequential")(idsWith(single), f->id);
    const IntegratorEntry* e = findIntegrator(spec.integrator);
    if (e && e->make && !e->makeFloat)
        return MOMENTREE_TEXT("float32-sundials",
                              "does not work with %1, which SUNDIALS computes in double precision; "
                              "choose dopri5 or rk4")(spec.integrator);
    return {};
}

std::vector<Choice> Catalogue::integrators(const std::string& formulation,
                                           const Model* model) const {
    std::vector<Choice> choices;
    for (const IntegratorEntry& e : integratorEntries())
        choices.push_back({e.id, e.title, e.summary, integratorRefusal(formulation, e.id, model)});
    return choices;
}

std::optional<Message> Catalogue::integratorRefusal(const std::string& formulation,
                                                    const std::string& integrator,
                                                    const Model* model) const {
    const Formulation* f = find(formulation);
    if (const std::string owner = ownerOf(integrator); f && owner != f->id) {
        if (f->makeStepper)
            return MOMENTREE_TEXT("integrator-own",
                                  "does not work with %1, which has integrators of its own; "
                                  "choose %2")(f->id, list(integratorsIn(f->id), " or "));
        if (!owner.empty())
            return MOMENTREE_TEXT("integrator-built-in",
                                  "is built into %1; choose another one for %2, for example rk4")(
                owner, f->id);
    }
    if (auto refusal = parameterRefusal(integrator)) return refusal;
    if (auto refusal = multistepRefusal(model, formulation, integrator)) return refusal;
    return findIntegrator(integrator)->refusal();
}

namespace {

/// The trapezoidal rule has order 2 and is far less accurate than the others at the usual step.
/// Models with exact starts are compared with exact motions, and their sample interval indicates
/// how fast they are.
double usualStep(const Model& model, const Formulation* f, bool single) {
    if (!f || !f->makeStepper) return 1e-3;
    if (single) return 2e-4;  // where rounding errors equal those of the rule
    const double sample = model.description.run.sample;
    if (!model.description.exactStart || sample == 0.0) return 1e-4;
    return sample / (model.bodies.size() > 16 ? 200.0 : 1000.0);
}

/// Whether CVODE can compute the model, with a dense matrix of a moderate size.
bool suitsCvode(const Model& model) {
    constexpr int mostStates = 400;
    RunSpec spec;
    spec.integrator = "cvode-bdf";
    return !cvodeRefusal() && !impactRefusal(model, spec) && !model.inputs &&
           model.tree.nq + model.tree.nu <= mostStates;
}

/// Between two tests [s]. Efforts that begin a little late are found, unlike impacts that were
/// passed, so that an adaptive method, which has no step, need not stop as often.
double pauseOfEvents(const Model& model, const RunSpec& spec) {
    const bool rigid = !model.stops.empty() || firstSticking(model) != nullptr;
    return rigid || !isAdaptive(spec.integrator) ? spec.step
                                                 : std::max(spec.step, 0.1 * spec.sample);
}

}  // namespace

RunSpec Catalogue::defaults(const Model& model, const std::string& formulation,
                            const std::string& backend) const {
    const RunSettings& run = model.description.run;
    RunSpec spec;
    spec.formulation = formulation.empty() ? run.formulation : formulation;
    if (!run.backend.empty()) spec.backend = run.backend;
    if (!backend.empty()) spec.backend = backend;
    if (spec.formulation.empty()) {
        const auto able = std::ranges::find_if(formulations_, [&](const Formulation& f) {
            RunSpec own = spec;
            own.formulation = f.id;
            return !refusalOf(f, model) && !massWarning(model, own);
        });
        spec.formulation = able == formulations_.end() ? "lagrange-index1" : able->id;
    }
    spec.integrator = run.integrator;
    const Formulation* f = find(spec.formulation);
    const Backend* added = backend.empty() ? nullptr : findBackend(backend);
    const bool single = spec.backend == float32;
    const bool unfit = (!formulation.empty() && findIntegrator(run.integrator) &&
                        integratorRefusal(formulation, run.integrator, &model)) ||
                       (added && !steps(*added, run.integrator));
    const bool own = f && f->makeStepper;
    const bool free = run.step == 0.0;  // to choose the steps
    const LoadLimits limits = free ? loadLimits(model) : LoadLimits();
    const bool adapts = limits.stiff() && !single && !findBackend(spec.backend);
    if (run.integrator.empty() || unfit)
        spec.integrator = own                           ? integratorsIn(f->id).front()
                          : adapts && suitsCvode(model) ? "cvode-bdf"
                                                        : "rk4";
    spec.step =
        free ? defaultStep(model, limits, usualStep(model, f, single), own && f->id != "soft")
             : run.step;
    if (run.duration != 0.0) spec.duration = run.duration;
    spec.sample = run.sample != 0.0 ? run.sample : defaultSample(spec);
    spec.relativeTolerance = run.relativeTolerance.value_or(single ? 1e-5 : spec.relativeTolerance);
    spec.absoluteTolerance = run.absoluteTolerance.value_or(single ? 1e-6 : spec.absoluteTolerance);
    // Tolerances in a file are meant for double precision.
    if (backend == float32 && spec.relativeTolerance < leastTolerance(float32)) {
        spec.relativeTolerance = 1e-5;
        spec.absoluteTolerance = 1e-6;
    }
    spec.baumgarte = run.baumgarte.value_or(spec.baumgarte);
    if (!run.inversion.empty()) spec.inversion = run.inversion;
    spec.momentumReset = run.momentumReset.value_or(spec.momentumReset);
    // In single precision, 1 / penalty must stay above rounding errors.
    spec.penalty = run.penalty.value_or(single ? 1e3 : spec.penalty);
    spec.newtonIterations = run.newtonIterations.value_or(spec.newtonIterations);
    spec.newtonTolerance = run.newtonTolerance.value_or(single ? 1e-7 : spec.newtonTolerance);
    spec.projections = run.projections.value_or(spec.projections);
    spec.modifiedNewton = run.modifiedNewton.value_or(spec.modifiedNewton);
    spec.correction = run.correction.value_or(spec.correction);
    return spec;
}

Result<void> Catalogue::check(const Model& model, const RunSpec& spec,
                              Diagnostics* warnings) const {
    Diagnostics problems;
    if (const Formulation* f = find(spec.formulation); !f) {
        problems.push_back(unknownId("formulation", spec.formulation, idsOf(formulations_)));
    } else if (auto refusal = refusalOf(*f, model)) {
        problems.push_back(error(Place::setting("formulation", f->id), *std::move(refusal)));
    }
    const Backend* added = findBackend(spec.backend);
    if (spec.backend != "sequential" && spec.backend != float32 && !isParallel(spec.backend) &&
        !added) {
        problems.push_back(unknownId("backend", spec.backend, idsOf(backends())));
    } else if (auto refusal = backendRefusal(spec)) {
        problems.push_back(error(Place::setting("backend", spec.backend), *std::move(refusal)));
    }
    if (!findIntegrator(spec.integrator)) {
        problems.push_back(unknownId("integrator", spec.integrator, idsOf(integratorEntries())));
    } else if (auto refusal = integratorRefusal(spec.formulation, spec.integrator, &model)) {
        problems.push_back(
            error(Place::setting("integrator", spec.integrator), *std::move(refusal)));
    }
    if (auto refusal = softStepRefusal(spec))
        problems.push_back(error(Place::setting("step"), *std::move(refusal)));
    if (auto refusal = inversionRefusal(model, spec))
        problems.push_back(error(Place::setting("inversion", spec.inversion), *std::move(refusal)));
    if (auto refusal = impactRefusal(model, spec))
        problems.push_back(error(spec.backend == float32
                                     ? Place::setting("backend", spec.backend)
                                     : Place::setting("integrator", spec.integrator),
                                 *std::move(refusal)));
    checkLimits(spec, problems, warnings);
    if (const auto inaccurate = massWarning(model, spec); inaccurate && warnings)
        warnings->push_back(warning(Place::setting("formulation", spec.formulation), *inaccurate));
    if (added && problems.empty()) problems = added->refusal(model, spec);
    if (!problems.empty()) return tl::unexpected(std::move(problems));
    return {};
}

std::size_t Catalogue::together(const std::string& backend) const {
    const Backend* added = findBackend(backend);
    return added ? added->together : 1;
}

std::vector<std::unique_ptr<Stepper>> Catalogue::makeTogether(const Backend::Models& models,
                                                              const RunSpec& spec) const {
    const Backend* added = findBackend(spec.backend);
    if (!added || !added->makeTogether || models.size() < 2) return {};
    return added->makeTogether(models, spec);
}

Result<std::unique_ptr<Stepper>> Catalogue::make(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec) const {
    if (auto checked = check(*model, spec); !checked)
        return tl::unexpected(std::move(checked.error()));
    const Backend* added = findBackend(spec.backend);
    if (added && added->makeStepper) return added->makeStepper(std::move(model), spec);
    const Formulation* formulation = find(spec.formulation);
    if (formulation->makeStepper) return formulation->makeStepper(std::move(model), spec);
    const IntegratorEntry* integrator = findIntegrator(spec.integrator);
    const IntegratorSettings settings = stepSettings(model, spec);
    if (spec.backend == float32)
        return paired<float>(formulation->makeFloat(std::move(model), spec),
                             integrator->makeFloat(settings));
    if (added)
        return paired<double>(added->makeSystem(std::move(model), spec),
                              integrator->make(settings));
    if (stopsAtEvents(*model, spec))
        return std::make_unique<EventStepper>(
            std::move(model), pauseOfEvents(*model, spec), orderOf(spec.integrator) > 2,
            [make = formulation->make, spec](std::shared_ptr<const Model> held) {
                return make(std::move(held), spec);
            },
            integrator->make(settings));
    return paired<double>(formulation->make(std::move(model), spec), integrator->make(settings));
}

Result<std::unique_ptr<OdeSystem<double>>> Catalogue::makeSystem(std::shared_ptr<const Model> model,
                                                                 RunSpec spec) const {
    const Formulation* formulation = find(spec.formulation);
    if (formulation && !formulation->make)
        return fail(error(Place::setting("formulation", spec.formulation),
                          MOMENTREE_TEXT("formulation-no-derivative",
                                         "has a built-in integrator and gives no derivative of a "
                                         "state; choose another formulation")));
    spec.integrator = "rk4";
    spec.backend = "sequential";
    if (auto checked = check(*model, spec); !checked)
        return tl::unexpected(std::move(checked.error()));
    return formulation->make(std::move(model), spec);
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_setup.hpp"

#include <algorithm>
#include <cmath>

#include "core/kinematics/gap_beside.hpp"
#include "core/model/mesh_advice.hpp"
#include "core/number_text.hpp"
#include "core/session/default_step.hpp"
#include "core/session/friction_advice.hpp"
#include "core/session/law_advice.hpp"
#include "core/session/run_limits.hpp"

namespace momentree {
namespace {

/// Checks that the settings fit the model and leave something to run.
/// @param rest settings in the stepper's time, whose 0 is the start
Result<void> checkSettings(const Catalogue& catalogue, const Model& model, const RunSpec& spec,
                           const RunSpec& rest, const SetupOptions& options) {
    const double begin = options.start != nullptr ? options.start->time : 0.0;
    if (options.start != nullptr && samplesUntil(begin, spec.sample) >= sampleCount(spec))
        return fail(
            error(Place::setting("duration"),
                  MOMENTREE_TEXT("duration-before-start",
                                 "%1 s leaves nothing to run from %2 s; choose a longer duration")(
                      numberText(spec.duration, 6), numberText(begin, 6))));
    if (options.budget == 0 && isEndless(spec)) return checkRecording(model, spec);
    if (auto checked = catalogue.check(model, rest, options.warnings); !checked) return checked;
    return options.budget == 0 ? checkRecording(model, rest) : Result<void>();
}

/// Compares given speeds with those of the first row: where the gap of rounded lengths hides small
/// singular values, only the closures as the formulation solves them say how loops move. Small
/// changes are warned of.
Result<void> checkGivenSpeeds(const Model& model, const AssemblyReport& report, Stepper& stepper,
                              const RunSpec& spec, Diagnostics* warnings) {
    const ModelDescription& d = model.description;
    if (report.exact || d.adjustStart) return {};
    constexpr double gaps = 10.0;  // by which the speeds may differ, relative to the fastest
    constexpr double small = 0.01;
    double fastest = 0.0;  // [rad/s or m/s]
    for (const JointStart& start : d.jointStarts)
        for (const Scalar& u : start.u) fastest = std::max(fastest, std::abs(u.value));
    if (fastest == 0.0) return {};
    Sample sample;
    sample.resize(model);
    stepper.observe(sample);
    bool said = warnings == nullptr;
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const auto given =
            std::ranges::find(d.jointStarts, model.joints[j].name, &JointStart::joint);
        if (given == d.jointStarts.end()) continue;
        for (std::size_t k = 0; k < given->u.size(); ++k) {
            const double u = sample.joints[j].u[k], wanted = given->u[k].value;
            const double change = std::abs(u - wanted) / fastest;
            const Place place = Place::joint(given->joint);
            if (!(change <= std::max(small, gaps * report.gap)))
                return fail(error(
                    place,
                    MOMENTREE_TEXT("given-speed-lost",
                                   "cannot start with u = %1: the loops close only to %2 of the "
                                   "mechanism's size, which leaves open how they move here; '%3' "
                                   "would start with %4. Write lengths and angles with more "
                                   "decimals, or choose another formulation")(
                        numberText(wanted, 6), numberText(report.gap, 2), spec.formulation,
                        numberText(u, 6)),
                    given->line));
            if (said || change <= gaps * report.gap) continue;
            said = true;
            warnings->push_back(warning(
                place,
                MOMENTREE_TEXT("given-speed-changed",
                               "the run starts with u = %1 instead of %2: the loops close only to "
                               "%3 of the mechanism's size, which leaves open how they move here; "
                               "write lengths and angles with more decimals")(
                    numberText(u, 6), numberText(wanted, 6), numberText(report.gap, 2)),
                given->line));
        }
    }
    return {};
}

/// Whether a check at the end would compare only few steps, or never come.
bool isLarge(const Model& model, const RunSpec& rest) {
    constexpr double fewSteps = 100.0;
    return isEndless(rest) || fewSteps * static_cast<double>(model.bodies.size()) > mostChecked;
}

std::unique_ptr<ErrorEstimator> errorsOf(const Catalogue& catalogue,
                                         const std::shared_ptr<const Model>& model,
                                         const RunSpec& rest, const InitialState& initial,
                                         ErrorCheck check, Diagnostics* warnings) {
    if (check == ErrorCheck::None || (check == ErrorCheck::AtEnd && isLarge(*model, rest)))
        return nullptr;
    auto made = makeErrorEstimator(catalogue, model, rest, initial);
    if (made) return std::move(*made);
    const Diagnostic& why = made.error().front();
    // Of rounded loops, it was said that estimates contain what their gap moves.
    const auto rounded = [&] { return gapBeside(*model, initial.time, initial.bodies) > 0.0; };
    if (warnings != nullptr && (check == ErrorCheck::Alongside || rounded()))
        warnings->push_back(warning(
            why.place,
            MOMENTREE_TEXT("error-not-estimated", "%1; no error is estimated")(why.message)));
    return nullptr;
}

template <typename T>
void takeWanted(T& setting, const T& wanted) {
    if (wanted != T{}) setting = wanted;
}
template <typename T>
void takeWanted(T& setting, const std::optional<T>& wanted) {
    if (wanted) setting = *wanted;
}

}  // namespace

Result<RunSetup> setUpRun(const Catalogue& catalogue, std::shared_ptr<const Model> model,
                          const RunSpec& spec, const SetupOptions& options) {
    RunSpec rest = spec;
    if (options.start != nullptr) rest.duration -= options.start->time;
    if (auto good = checkSettings(catalogue, *model, spec, rest, options); !good)
        return tl::unexpected(std::move(good.error()));
    RunSetup setup{std::move(model), spec, {}, {}, options.budget, options.start != nullptr};
    AssemblyReport report;
    if (options.start != nullptr) {
        setup.start = *options.start;
    } else {
        auto initial = assemble(*setup.model, &report);
        if (options.assembly != nullptr) *options.assembly = report;
        if (!initial) return tl::unexpected(std::move(initial.error()));
        if (options.warnings != nullptr)
            options.warnings->insert(options.warnings->end(), report.warnings.begin(),
                                     report.warnings.end());
        setup.start.state = std::move(*initial);
    }
    const auto seen = options.start != nullptr ? modelFrom(*setup.model, setup.start) : setup.model;
    Result<std::unique_ptr<Stepper>> stepper =
        options.stepper ? std::move(*options.stepper) : catalogue.make(seen, rest);
    if (!stepper) return tl::unexpected(std::move(stepper.error()));
    (*stepper)->watchStart(options.watch);
    if (auto started = (*stepper)->initialise(setup.start.state); !started)
        return tl::unexpected(std::move(started.error()));
    setup.stepper = std::move(*stepper);
    if (options.start == nullptr)
        if (auto kept =
                checkGivenSpeeds(*setup.model, report, *setup.stepper, rest, options.warnings);
            !kept)
            return tl::unexpected(std::move(kept.error()));
    if (options.warnings != nullptr) {
        adviseStep(*setup.model, setup.start.state, spec, *options.warnings);
        adviseForLaws(*setup.model, setup.start.time, spec, *options.warnings);
        adviseForRests(*setup.model, setup.start.state.bodies, setup.start.time, spec,
                       *options.warnings);
        adviseForReactions(*setup.model, setup.start.state, *options.warnings);
        adviseForMeshes(*setup.model, *options.warnings);
    }
    setup.check = options.check;
    setup.errors =
        errorsOf(catalogue, seen, rest, setup.start.state, options.check, options.warnings);
    return setup;
}

RunSpec specOf(const Catalogue& catalogue, const Model& model, const RunSettings& wanted) {
    RunSpec spec = catalogue.defaults(model, wanted.formulation, wanted.backend);
    takeWanted(spec.integrator, wanted.integrator);
    takeWanted(spec.step, wanted.step);
    // A step without an integrator implies equal steps.
    if (wanted.step != 0.0 && wanted.integrator.empty() && isAdaptive(spec.integrator))
        spec.integrator = "rk4";
    takeWanted(spec.duration, wanted.duration);
    if (model.description.run.sample == 0.0) spec.sample = defaultSample(spec);
    takeWanted(spec.sample, wanted.sample);
    takeWanted(spec.relativeTolerance, wanted.relativeTolerance);
    takeWanted(spec.absoluteTolerance, wanted.absoluteTolerance);
    takeWanted(spec.baumgarte, wanted.baumgarte);
    takeWanted(spec.inversion, wanted.inversion);
    takeWanted(spec.momentumReset, wanted.momentumReset);
    takeWanted(spec.penalty, wanted.penalty);
    takeWanted(spec.newtonIterations, wanted.newtonIterations);
    takeWanted(spec.newtonTolerance, wanted.newtonTolerance);
    takeWanted(spec.projections, wanted.projections);
    takeWanted(spec.modifiedNewton, wanted.modifiedNewton);
    takeWanted(spec.correction, wanted.correction);
    return spec;
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_limits.hpp"

#include <cmath>

#include "core/diagnostics/row_layout.hpp"
#include "core/number_text.hpp"
#include "core/session/integrator_entries.hpp"
#include "core/stepping/step_plan.hpp"

namespace momentree {
namespace {

constexpr double largestRecording = 2.0 * 1024 * 1024 * 1024;  // [bytes]
constexpr double mostSteps = 1e9, mostSamples = 1e12;

std::string secondsText(double value) { return numberText(value, 6) + " s"; }

bool checkPositive(const char* name, double value, Diagnostics& problems) {
    if (std::isfinite(value) && value > 0.0) return true;
    problems.push_back(
        error(Place::setting(name),
              MOMENTREE_TEXT("setting-not-positive",
                             "must be positive and finite, not %1")(secondsText(value))));
    return false;
}

/// The next of 1, 2, 5 times a power of ten above `value`.
double roundedUp(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= value) return factor * power;
    return 10.0 * power;
}

void checkStep(const RunSpec& spec, Diagnostics& problems, Diagnostics* warnings) {
    if (spec.step > spec.duration) {
        problems.push_back(
            error(Place::setting("step"),
                  MOMENTREE_TEXT("setting-beyond-duration", "%1 is longer than the duration of %2")(
                      secondsText(spec.step), secondsText(spec.duration))));
        return;
    }
    if (!isEndless(spec) && spec.duration / spec.step > mostSteps) {
        problems.push_back(error(
            Place::setting("step"),
            MOMENTREE_TEXT("step-too-small",
                           "%1 takes %2 steps for %3, more than 1e9; choose at least %4")(
                secondsText(spec.step), numberText(spec.duration / spec.step, 3),
                secondsText(spec.duration), secondsText(roundedUp(spec.duration / mostSteps)))));
        return;
    }
    const double taken = takenStep(spec);
    if (warnings && std::abs(taken - spec.step) > 1e-9 * spec.step)
        warnings->push_back(warning(
            Place::setting("step"),
            MOMENTREE_TEXT("step-adjusted",
                           "%1 does not divide the sample interval of %2; steps of %3 are taken")(
                secondsText(spec.step), secondsText(spec.sample), secondsText(taken))));
}

Diagnostic outside(const char* name, double value, double lowest, double highest, bool single) {
    const std::string is = numberText(value, 6), from = numberText(lowest, 6),
                      to = numberText(highest, 6);
    return error(
        Place::setting(name),
        single
            ? MOMENTREE_TEXT("setting-range-single",
                             "must be between %2 and %3 in single precision, not %1")(is, from, to)
            : MOMENTREE_TEXT("setting-range", "must be between %2 and %3, not %1")(is, from, to));
}

void checkTolerances(const RunSpec& spec, Diagnostics& problems) {
    const bool single = spec.backend == "float32";
    const double least = leastTolerance(spec.backend);
    if (!(spec.relativeTolerance >= least && spec.relativeTolerance <= 0.1))
        problems.push_back(
            outside("relative tolerance", spec.relativeTolerance, least, 0.1, single));
    if (!(std::isfinite(spec.absoluteTolerance) && spec.absoluteTolerance > 0.0))
        problems.push_back(
            error(Place::setting("absolute tolerance"),
                  MOMENTREE_TEXT("setting-not-positive", "must be positive and finite, not %1")(
                      numberText(spec.absoluteTolerance, 6))));
}

void checkNewton(const RunSpec& spec, Diagnostics& problems) {
    const bool single = spec.backend == "float32" && spec.formulation == "index3-dca";
    const auto within = [&](const char* name, double value, double lowest, double highest) {
        if (value >= lowest && value <= highest) return;
        problems.push_back(outside(name, value, lowest, highest, single));
    };
    within("penalty", spec.penalty, 1.0, single ? 1e5 : 1e12);
    within("newton iterations", spec.newtonIterations, 1, 1000);
    if (spec.newtonTolerance != 0.0) within("newton tolerance", spec.newtonTolerance, 1e-15, 1e-3);
    within("projections", spec.projections, 0, 100);
}

}  // namespace

double takenStep(const RunSpec& spec) {
    return spec.sample / static_cast<double>(stepCount(spec.sample, spec.step));
}

bool isEndless(const RunSpec& spec) { return std::isinf(spec.duration) && spec.duration > 0.0; }

std::int64_t sampleCount(const RunSpec& spec) {
    return isEndless(spec) ? static_cast<std::int64_t>(mostSamples)
                           : stepCount(spec.duration, spec.sample);
}

std::int64_t samplesUntil(double time, double sample) {
    return static_cast<std::int64_t>(std::floor(time / sample + 1e-6));
}

double leastTolerance(const std::string& backend) {
    return backend == "float32" ? 1e-6 : 1e-14;  // a few roundings
}

bool isAdaptive(const std::string& integrator) { return orderOf(integrator) == 0; }

int orderOf(const std::string& integrator) { return stepTraits(integrator).order; }

Result<void> checkRecording(const Model& model, const RunSpec& spec) {
    if (isEndless(spec))
        return fail(error(Place::setting("duration"),
                          MOMENTREE_TEXT("duration-infinite",
                                         "is infinite, and every row of the run would be kept; "
                                         "choose a finite duration")));
    const double rowBytes = 8.0 * RowLayout(model).width();
    const double bytes = rowBytes * (spec.duration / spec.sample + 2.0);
    if (bytes <= largestRecording) return {};
    const double fits = roundedUp(spec.duration * rowBytes / (largestRecording - 2.0 * rowBytes));
    return fail(
        error(Place::setting("sample interval"),
              MOMENTREE_TEXT("recording-too-large",
                             "%1 records %2 GiB, more than 2 GiB; choose %3 or a shorter duration")(
                  secondsText(spec.sample), numberText(bytes / (1024 * 1024 * 1024), 3),
                  secondsText(fits))));
}

void checkLimits(const RunSpec& spec, Diagnostics& problems, Diagnostics* warnings) {
    const bool adaptive = isAdaptive(spec.integrator);
    const bool endless = isEndless(spec);
    const bool duration = endless || checkPositive("duration", spec.duration, problems);
    const bool sample = checkPositive("sample interval", spec.sample, problems);
    const bool step = checkPositive("step", spec.step, problems);
    if (duration && sample && spec.sample > spec.duration) {
        problems.push_back(
            error(Place::setting("sample interval"),
                  MOMENTREE_TEXT("setting-beyond-duration", "%1 is longer than the duration of %2")(
                      secondsText(spec.sample), secondsText(spec.duration))));
        return;
    }
    if (duration && sample && !endless && spec.duration / spec.sample > mostSamples)
        problems.push_back(error(
            Place::setting("duration"),
            MOMENTREE_TEXT("samples-too-many", "%1 has more than 1e12 samples; choose at most %2")(
                secondsText(spec.duration), secondsText(mostSamples * spec.sample))));
    if (duration && sample && step && !adaptive) checkStep(spec, problems, warnings);
    if (adaptive) checkTolerances(spec, problems);
    if (!(std::isfinite(spec.baumgarte) && spec.baumgarte >= 0.0))
        problems.push_back(error(
            Place::setting("baumgarte"),
            MOMENTREE_TEXT("baumgarte-negative", "must be 0 or positive and finite, not %1 1/s")(
                numberText(spec.baumgarte, 6))));
    if (!(std::isfinite(spec.momentumReset) && spec.momentumReset >= 0.0))
        problems.push_back(
            error(Place::setting("momentum reset"),
                  MOMENTREE_TEXT("setting-negative", "must be 0 or positive and finite, not %1")(
                      secondsText(spec.momentumReset))));
    checkNewton(spec, problems);
}

}  // namespace momentree

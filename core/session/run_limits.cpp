// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_limits.hpp"

#include <cmath>

#include "core/number_text.hpp"
#include "core/stepping/step_plan.hpp"

namespace momentree {
namespace {

constexpr double largestRecording = 2.0 * 1024 * 1024 * 1024;  // [bytes]
constexpr double mostSteps = 1e9, mostSamples = 1e12;

std::string secondsText(double value) { return numberText(value, 6) + " s"; }

bool checkPositive(const char* name, double value, Diagnostics& problems) {
    if (std::isfinite(value) && value > 0.0) return true;
    problems.push_back(error(name, "is " + secondsText(value) + ", must be positive and finite"));
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
        problems.push_back(error("step", "of " + secondsText(spec.step) +
                                             " is longer than the duration of " +
                                             secondsText(spec.duration)));
        return;
    }
    if (!isEndless(spec) && spec.duration / spec.step > mostSteps) {
        problems.push_back(
            error("step", "of " + secondsText(spec.step) + " would take " +
                              numberText(spec.duration / spec.step, 3) + " steps for " +
                              secondsText(spec.duration) + ", more than 1e9; at least " +
                              secondsText(roundedUp(spec.duration / mostSteps)) + " would do"));
        return;
    }
    const double taken = spec.sample / static_cast<double>(stepCount(spec.sample, spec.step));
    if (warnings && std::abs(taken - spec.step) > 1e-9 * spec.step)
        warnings->push_back(warning("step", "of " + secondsText(spec.step) +
                                                " does not divide the sample interval of " +
                                                secondsText(spec.sample) + "; steps of " +
                                                secondsText(taken) + " are taken"));
}

void checkTolerances(const RunSpec& spec, Diagnostics& problems) {
    const bool single = spec.backend == "float32";
    const double least = leastTolerance(spec.backend);
    if (!(spec.relativeTolerance >= least && spec.relativeTolerance <= 0.1))
        problems.push_back(
            error("relative tolerance", "is " + numberText(spec.relativeTolerance, 6) +
                                            ", must be between " + numberText(least, 6) +
                                            " and 0.1" + (single ? " in single precision" : "")));
    if (!(std::isfinite(spec.absoluteTolerance) && spec.absoluteTolerance > 0.0))
        problems.push_back(
            error("absolute tolerance",
                  "is " + numberText(spec.absoluteTolerance, 6) + ", must be positive and finite"));
}

void checkNewton(const RunSpec& spec, Diagnostics& problems) {
    const bool single = spec.backend == "float32" && spec.formulation == "index3-dca";
    const auto within = [&](const char* name, double value, double lowest, double highest) {
        if (value >= lowest && value <= highest) return;
        problems.push_back(error(
            name, "is " + numberText(value, 6) + ", must be between " + numberText(lowest, 6) +
                      " and " + numberText(highest, 6) + (single ? " in single precision" : "")));
    };
    within("penalty", spec.penalty, 1.0, single ? 1e5 : 1e12);
    within("newton iterations", spec.newtonIterations, 1, 1000);
    if (spec.newtonTolerance != 0.0) within("newton tolerance", spec.newtonTolerance, 1e-15, 1e-3);
    within("projections", spec.projections, 0, 100);
}

}  // namespace

bool isEndless(const RunSpec& spec) { return std::isinf(spec.duration) && spec.duration > 0.0; }

std::int64_t sampleCount(const RunSpec& spec) {
    return isEndless(spec) ? static_cast<std::int64_t>(mostSamples)
                           : stepCount(spec.duration, spec.sample);
}

std::int64_t samplesUntil(double time, double sample) {
    return static_cast<std::int64_t>(std::floor(time / sample + 1e-6));
}

double leastTolerance(const std::string& backend) {
    return backend == "float32" ? 1e-6 : 1e-14;  // some roundings of the number
}

bool isAdaptive(const std::string& integrator) {
    return integrator.starts_with("cvode-") || integrator == "dopri5";
}

Result<void> checkRecording(const Model& model, const RunSpec& spec) {
    if (isEndless(spec))
        return fail(error("duration",
                          "is infinite: every row of an endless run would be kept; choose a time "
                          "at which it ends"));
    const double rowBytes = 8.0 * RowLayout(model).width();
    const double bytes = rowBytes * (spec.duration / spec.sample + 2.0);
    if (bytes <= largestRecording) return {};
    const double fits = roundedUp(spec.duration * rowBytes / (largestRecording - 2.0 * rowBytes));
    return fail(error("sample interval", "of " + secondsText(spec.sample) + " would record " +
                                             numberText(bytes / (1024 * 1024 * 1024), 3) +
                                             " GiB, more than 2 GiB; " + secondsText(fits) +
                                             " would fit, or a shorter duration"));
}

void checkLimits(const RunSpec& spec, Diagnostics& problems, Diagnostics* warnings) {
    const bool adaptive = isAdaptive(spec.integrator);
    const bool endless = isEndless(spec);
    const bool duration = endless || checkPositive("duration", spec.duration, problems);
    const bool sample = checkPositive("sample interval", spec.sample, problems);
    const bool step = checkPositive("step", spec.step, problems);
    if (duration && sample && spec.sample > spec.duration) {
        problems.push_back(error("sample interval", "of " + secondsText(spec.sample) +
                                                        " is longer than the duration of " +
                                                        secondsText(spec.duration)));
        return;
    }
    if (duration && sample && !endless && spec.duration / spec.sample > mostSamples)
        problems.push_back(error("duration", "of " + secondsText(spec.duration) +
                                                 " has more than 1e12 samples; at most " +
                                                 secondsText(mostSamples * spec.sample)));
    if (duration && sample && step && !adaptive) checkStep(spec, problems, warnings);
    if (adaptive) checkTolerances(spec, problems);
    if (!(std::isfinite(spec.baumgarte) && spec.baumgarte >= 0.0))
        problems.push_back(error("baumgarte", "is " + numberText(spec.baumgarte, 6) +
                                                  " 1/s, must be 0 or positive and finite"));
    if (!(std::isfinite(spec.momentumReset) && spec.momentumReset >= 0.0))
        problems.push_back(error("momentum reset", "is " + secondsText(spec.momentumReset) +
                                                       ", must be 0 or positive and finite"));
    checkNewton(spec, problems);
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/session/settings_of.hpp"

#include "core/session/run_limits.hpp"

namespace momentree {

RunSettings settingsOf(const RunSpec& spec, RunSettings settings) {
    settings.formulation = spec.formulation;
    settings.backend = spec.backend;
    settings.integrator = spec.integrator;
    settings.step = spec.step;
    if (!isEndless(spec)) settings.duration = spec.duration;
    settings.sample = spec.sample;
    const RunSpec usual;
    // Unchanged settings stay out of the file.
    const auto keep = [](auto& setting, auto value, auto unchanged) {
        if (setting || value != unchanged) setting = value;
    };
    keep(settings.relativeTolerance, spec.relativeTolerance, usual.relativeTolerance);
    keep(settings.absoluteTolerance, spec.absoluteTolerance, usual.absoluteTolerance);
    keep(settings.baumgarte, spec.baumgarte, usual.baumgarte);
    keep(settings.momentumReset, spec.momentumReset, usual.momentumReset);
    keep(settings.penalty, spec.penalty, usual.penalty);
    keep(settings.newtonIterations, spec.newtonIterations, usual.newtonIterations);
    keep(settings.newtonTolerance, spec.newtonTolerance, usual.newtonTolerance);
    keep(settings.projections, spec.projections, usual.projections);
    keep(settings.modifiedNewton, spec.modifiedNewton, usual.modifiedNewton);
    keep(settings.correction, spec.correction, usual.correction);
    return settings;
}

}  // namespace momentree

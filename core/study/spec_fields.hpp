// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"

namespace momentree {

/// Calls `visit(name, value)` for every setting of a run.
template <typename Spec, typename Visit>
void visitSpec(Spec& spec, Visit&& visit) {
    visit("formulation", spec.formulation);
    visit("backend", spec.backend);
    visit("integrator", spec.integrator);
    visit("step", spec.step);
    visit("duration", spec.duration);
    visit("sample", spec.sample);
    visit("relative_tolerance", spec.relativeTolerance);
    visit("absolute_tolerance", spec.absoluteTolerance);
    visit("baumgarte", spec.baumgarte);
    visit("inversion", spec.inversion);
    visit("momentum_reset", spec.momentumReset);
    visit("penalty", spec.penalty);
    visit("newton_iterations", spec.newtonIterations);
    visit("newton_tolerance", spec.newtonTolerance);
    visit("projections", spec.projections);
    visit("modified_newton", spec.modifiedNewton);
    visit("correction", spec.correction);
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Calls `visit(name, value)` for every setting of a run, under the names of model files. A new
/// member of `RunSpec` does not compile until it is visited.
template <typename Spec, typename Visit>
void visitSpec(Spec& spec, Visit&& visit) {
    auto& [formulation, backend, integrator, step, duration, sample, relativeTolerance,
           absoluteTolerance, baumgarte, correction, inversion, momentumReset, penalty,
           newtonIterations, newtonTolerance, projections, modifiedNewton] = spec;
    visit("formulation", formulation);
    visit("backend", backend);
    visit("integrator", integrator);
    visit("step", step);
    visit("duration", duration);
    visit("sample", sample);
    visit("relative_tolerance", relativeTolerance);
    visit("absolute_tolerance", absoluteTolerance);
    visit("baumgarte", baumgarte);
    visit("correction", correction);
    visit("inversion", inversion);
    visit("momentum_reset", momentumReset);
    visit("penalty", penalty);
    visit("newton_iterations", newtonIterations);
    visit("newton_tolerance", newtonTolerance);
    visit("projections", projections);
    visit("modified_newton", modifiedNewton);
}

}  // namespace momentree

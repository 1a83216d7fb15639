// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/integrators/integrator.hpp"
#include "core/model/model.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Whether the run stops at the events of the model, if it has some. CVODE would begin anew with
/// order 1 after each of them, and its estimate of the error sees kinks; single precision and
/// generated code do not find their instants.
bool stopsAtEvents(const Model& model, const RunSpec& spec);

/// What an integrator needs to know of a run and of the laws of its model, which it keeps.
IntegratorSettings stepSettings(const std::shared_ptr<const Model>& model, const RunSpec& spec);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
// What a formulation, an integrator or a backend cannot compute, with the reason.
#pragma once

#include <optional>
#include <string>

#include "core/model/model.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// The first friction that reactions cause, empty if there is none.
std::string firstReactionFriction(const Model& model);
/// Of formulations on `Index3Rows`.
std::optional<Message> index3Refusal(const Model& model);
/// Of `energy-momentum`, besides.
std::optional<Message> energyMomentumRefusal(const Model& model);
/// Why the parameter of an integrator does not do.
std::optional<Message> parameterRefusal(const std::string& integrator);
/// Why a step is too long for the time constant of soft constraints.
std::optional<Message> softStepRefusal(const RunSpec& spec);
/// Why a formulation has no rates that those of earlier steps continue; without a model, of none.
std::optional<Message> multistepRefusal(const Model* model, const std::string& formulation,
                                        const std::string& integrator);
/// Why inputs cannot change during a run.
std::optional<Message> inputRefusal(const RunSpec& spec);
/// Whether the integrator or the backend cannot stop at impacts.
std::optional<Message> impactRefusal(const Model& model, const RunSpec& spec);

/// Why the probe of a work has no value outside a recorded run.
std::optional<Message> workRefusal(const Probe& probe);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/formulations/batch/state_batch.hpp"
#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// The equations of `naudet` for one model as compiled code: the same states, and the same rates to
/// rounding. Everything but the derivative is that of `naudet`. `start` compiles the code, unless
/// it was compiled before, and tells why it cannot.
/// @param model that `generateRefusal` accepts
std::unique_ptr<OdeSystem<double>> makeGenerated(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec);

/// The same for batches of states, eight side by side. Compiles the code, or tells why it cannot;
/// models that `generateRefusal` does not accept are errors.
/// @param initial the start, which loads with angles refer to; as `start` of the batch
Result<std::unique_ptr<StateBatch>> makeGeneratedBatch(std::shared_ptr<const Model> model,
                                                       const RunSpec& spec);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"
#include "core/result.hpp"

namespace momentree {

/// Which loads a released model keeps.
enum class KeptLoads { All, None };

/// The model without its motions, and without probes, some of which are of motions. Forces that
/// read a probe are an error if they are kept.
Result<std::shared_ptr<const Model>> released(const Model& model, KeptLoads loads);

}  // namespace momentree

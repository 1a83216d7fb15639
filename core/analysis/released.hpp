// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"
#include "core/result.hpp"

namespace momentree {

/// Which loads a released model keeps.
enum class KeptLoads { All, None };

/// The model without its motions and their probes; without loads, without all probes. Loads that
/// are kept and read a probe of a motion are an error.
Result<std::shared_ptr<const Model>> released(const Model& model, KeptLoads loads);

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/integrators/integrator.hpp"
#include "core/model/model.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// What an integrator needs to know of a run and of the laws of its model, which it keeps.
IntegratorSettings stepSettings(const std::shared_ptr<const Model>& model, const RunSpec& spec);

}  // namespace momentree

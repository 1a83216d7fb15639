// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "core/stepping/ode_system.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Why a model has too large a cluster for dense matrices.
std::optional<Message> tooLargeCluster(const Model& model);

/// Constraint embedding (THEORY 5c): the articulated-body algorithm over clusters, the bodies that
/// loops join, each one joint with as many speeds as its loops leave. State y = [q; u] as `aba`.
/// Double precision.
std::unique_ptr<OdeSystem<double>> makeCluster(std::shared_ptr<const Model> model,
                                               const RunSpec& spec);

}  // namespace momentree

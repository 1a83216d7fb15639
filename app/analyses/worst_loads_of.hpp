// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "core/analysis/worst_loads.hpp"
#include "core/session/catalogue.hpp"

namespace momentree::app {

/// The worst loads of a model: under its motions if they determine the movement, otherwise over a
/// run.
/// @param spec of the run
Result<WorstLoads> worstLoadsOf(const Catalogue& catalogue, std::shared_ptr<const Model> model,
                                const RunSpec& spec, const Instants& instants,
                                std::stop_token stop = {});

}  // namespace momentree::app

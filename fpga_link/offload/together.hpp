// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"
#include "fpga_link/compiler/mechanism.hpp"

namespace momentree::fpga {

PlanarMethod methodOf(const RunSpec& spec);
/// The equal steps of at most `spec.step` that a sample interval takes [s].
double stepOf(const RunSpec& spec);

/// How many of the first runs the accelerator can compute at once without a change in any of them:
/// all are chains whose programs have the same tree and the same limit of pivots when compiled
/// alone, or none is a chain, and the program of all fits.
/// @return 0 or 1 if the first one runs alone
std::size_t runsTogether(const Backend::Models& models, const RunSpec& spec);

}  // namespace momentree::fpga

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"
#include "fpga_link/compiler/mechanism.hpp"

namespace momentree::fpga {

PlanarMethod methodOf(const RunSpec& spec);
/// The equal steps of at most `spec.step` that a sample interval takes [s].
double stepOf(const RunSpec& spec);

/// Which of several runs the accelerator can compute at once with the first one without a change in
/// any of them: all are chains whose programs have the same tree when compiled alone, or none is a
/// chain, and the program of all fits.
/// @return indices of `models`, in order; fewer than two if the first one runs alone
std::vector<std::size_t> runsTogether(const Backend::Models& models, const RunSpec& spec);

}  // namespace momentree::fpga

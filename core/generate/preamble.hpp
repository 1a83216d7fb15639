// SPDX-License-Identifier: Apache-2.0
// The parts of generated texts that are the same for all models.
#pragma once

namespace momentree {

/// What every text begins with: registers, sines of many angles at once, roots.
extern const char* const generatedPreamble;
/// Numbers with their slopes along eight directions for each register.
extern const char* const generatedSlopes;
/// Solves for the impulses of closed loops as `RedundantSolver` does.
extern const char* const generatedLoopSolver;

}  // namespace momentree

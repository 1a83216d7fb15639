// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"

namespace momentree {

/// Checks the numbers of a run before it starts: positive and finite times (the duration may be
/// infinite), a feasible number of steps, useful tolerances. Problems are appended.
void checkLimits(const RunSpec& spec, Diagnostics& problems, Diagnostics* warnings);

/// Whether all rows of the run fit in memory; the error suggests settings that do.
Result<void> checkRecording(const Model& model, const RunSpec& spec);

/// Whether a run has an infinite duration and continues until it is stopped. Such a run needs a
/// memory limit for its recording.
bool isEndless(const RunSpec& spec);

/// Number of samples after time 0; larger than can be reached for an endless run.
std::int64_t sampleCount(const RunSpec& spec);

/// Number of samples up to and including `time`, with tolerance for rounding.
std::int64_t samplesUntil(double time, double sample);

/// The step of a fixed-step method: the longest that divides the sample interval [s].
double takenStep(const RunSpec& spec);

/// The smallest relative tolerance for a backend's precision.
double leastTolerance(const std::string& backend);

/// Whether an integrator chooses its steps by tolerances.
bool isAdaptive(const std::string& integrator);

/// The order of an integrator with fixed steps, 0 for the adaptive ones.
int orderOf(const std::string& integrator);

}  // namespace momentree

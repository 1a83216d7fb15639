// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"

namespace momentree {

/// Checks the numbers of a run before it starts: positive and finite times (but for a duration
/// without an end), a possible number of steps, useful tolerances. Problems are appended by name.
void checkLimits(const RunSpec& spec, Diagnostics& problems, Diagnostics* warnings);

/// Whether every row of the run fits in memory; if not, what would.
Result<void> checkRecording(const Model& model, const RunSpec& spec);

/// Whether a run goes on until it is stopped: its duration is infinite. Such a run needs a limit of
/// memory for its record.
bool isEndless(const RunSpec& spec);

/// Samples of a run after that of time 0; of one without an end more than will ever be.
std::int64_t sampleCount(const RunSpec& spec);

/// Samples up to and with `time`, rounding aside.
std::int64_t samplesUntil(double time, double sample);

/// The least relative tolerance that a backend's precision allows.
double leastTolerance(const std::string& backend);

/// Adaptive integrators choose their steps by tolerances.
bool isAdaptive(const std::string& integrator);

}  // namespace momentree

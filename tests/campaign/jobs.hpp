// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace momentree::campaign {

/// What became of a seed, for people.
struct Outcome {
    std::uint64_t seed = 0;
    std::string kind, reason, detail;  ///< one line each, without tabs
};

/// Examines the seeds from `first` to before `end` in `jobs` processes: a crash or an endless loop
/// costs only its own seed. In order of seeds; some are missing if the processes are interrupted.
std::vector<Outcome> inProcesses(std::uint64_t first, std::uint64_t end, unsigned jobs,
                                 const std::function<Outcome(std::uint64_t)>& examine);

}  // namespace momentree::campaign

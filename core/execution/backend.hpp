// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace momentree {

/// Threads that a backend id stands for: those of "parallel:THREADS", the machine's for "parallel",
/// 1 for every other. 0 where THREADS is no number from 1 to 256.
int threadsOf(const std::string& backend);

/// Whether the id is "parallel" with or without a number of threads.
bool isParallel(const std::string& backend);

}  // namespace momentree

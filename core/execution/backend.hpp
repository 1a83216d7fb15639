// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace momentree {

/// Number of threads of a backend id: THREADS of "parallel:THREADS", the number of processors for
/// "parallel", 1 for other ids. 0 if THREADS is not a number from 1 to 256.
int threadsOf(const std::string& backend);

/// Whether the id is "parallel", with or without a number of threads.
bool isParallel(const std::string& backend);

}  // namespace momentree

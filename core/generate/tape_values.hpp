// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/generate/tape.hpp"

namespace momentree {

/// The values of all nodes of a tape in double precision. @param inputs of the tape
std::vector<double> tapeValues(const std::vector<Tape::Node>& nodes,
                               const std::vector<double>& inputs);
/// That of a recorded number.
double valueOf(const Recorded& x, const std::vector<double>& values);

}  // namespace momentree

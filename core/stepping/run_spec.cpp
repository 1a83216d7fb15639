// SPDX-License-Identifier: Apache-2.0
#include "core/stepping/run_spec.hpp"

#include <algorithm>

namespace momentree {

double defaultSample(const RunSpec& spec) { return std::max(spec.step, spec.duration / 1000.0); }

}  // namespace momentree

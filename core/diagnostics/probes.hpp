// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/stepping/sample.hpp"

namespace momentree {

/// Fills `sample.probes` [model.probes] from the rest of a completed sample. An unknown quantity is
/// NaN. Angles between markers keep the turns that the observer has set.
void evaluateProbes(const Model& model, Sample& sample);

}  // namespace momentree

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyses/analysis_output.hpp"
#include "core/study/sensitivity.hpp"

namespace momentree::app {

AnalysisOutput outputOf(const Model& model, const Sensitivities& found);

}  // namespace momentree::app

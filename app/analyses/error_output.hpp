// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyses/analysis_output.hpp"
#include "core/study/error_sources.hpp"

namespace momentree::app {

AnalysisOutput outputOf(const Model& model, const ErrorSources& found);

}  // namespace momentree::app

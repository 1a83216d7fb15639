// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "app/panels/studies/metrics.hpp"
#include "app/panels/studies/study_job.hpp"

namespace momentree::app {

QString runCount(std::size_t count);  ///< "3 runs"
/// The swept values of a run: "step 1 ms, beta 20".
QString settingsText(const StudyPlan& plan, std::size_t run);
/// The same with its figure or why it has none, and its first warning.
QString runText(const StudyJob& job, std::size_t run, const StudyMetric& metric);
/// How many runs are finished, how many failed or have warnings, and the first of either.
QString jobText(const StudyJob& job);

}  // namespace momentree::app

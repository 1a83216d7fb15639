// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/study/summary.hpp"

namespace momentree::app {

/// A figure of a run that can be drawn over the settings of a study.
struct StudyMetric {
    QString title, unit, meaning;
    double (*value)(const RunSummary&);  ///< `notKnown` if the run has none
};

const std::vector<StudyMetric>& studyMetrics();
/// "drift [m]"
QString titleWithUnit(const StudyMetric& metric);
/// The metric that says most of a run: its drift; without loops what its energy lacks.
std::size_t tellingMetric(const RunSummary& run, bool keepsEnergy);

}  // namespace momentree::app

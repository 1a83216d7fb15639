// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "app/poll/poll.hpp"

class QCustomPlot;

namespace momentree::app {

struct ThemeColors;

/// What the answers of a poll are compared with.
struct PollTruth {
    std::optional<int> choice;     ///< from 0
    std::optional<double> number;  ///< in the question's unit
    QVector<double> time, curve;   ///< [s], in the unit
};

/// Draws votes, a histogram of numbers, or the sketches, with the truth.
void drawPoll(QCustomPlot& plot, const Poll& poll, const PollTruth& truth,
              const ThemeColors& colors);

/// The result in words: for people who cannot see the chart.
QString pollSummary(const Poll& poll, const PollTruth& truth);

}  // namespace momentree::app

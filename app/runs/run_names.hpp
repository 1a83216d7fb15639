// SPDX-License-Identifier: GPL-3.0-or-later
// Runs named by the settings in which they differ.
#pragma once

#include <QString>
#include <QStringList>
#include <span>
#include <vector>

#include "app/runs/run_item.hpp"

namespace momentree::app {

/// How fine the steps are: "1 ms", "20 µs", or of an adaptive method "tolerance 1e-9".
QString finenessText(const RunSpec& spec);
/// What the runs differ in, in a fixed order: "formulation", "step", "beta", "L1".
QStringList differences(std::span<const RunItem> runs);
/// What all runs have in common, as a sentence lists it: "rk4", "1 ms".
QStringList commonSettings(std::span<const RunItem> runs);
/// One name for each run, unique, from the values that tell it from the others: "aba",
/// "beta = 20". A single run is named after all its settings (`proposedName`).
std::vector<QString> namesByDifference(std::span<const RunItem> runs);

}  // namespace momentree::app

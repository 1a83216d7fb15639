// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

class QHBoxLayout;

namespace momentree::app {

/// A result in large digits.
struct LargeValue {
    QString caption, value, unit;
    QString toolTip = {};
};

/// In place of what the row held before.
void showLargeValues(QHBoxLayout& row, const std::vector<LargeValue>& values);

}  // namespace momentree::app

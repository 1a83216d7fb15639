// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace momentree::app {

/// A result in large digits.
struct LargeValue {
    QString caption, value, unit;
};

QWidget* makeLargeValue(const LargeValue& shown);

}  // namespace momentree::app

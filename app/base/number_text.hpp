// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace momentree::app {

/// Numbers for display; files never use these.
/// With so many decimals. What rounds to zero has no sign: not "-0.00".
QString fixedText(double value, int decimals);
QString timeText(double seconds);                 ///< "12.345 s"
QString shortText(double value, int digits = 5);  ///< the shorter of fixed and scientific notation
QString countText(double value);                  ///< "950", "12.4 k", "3.1 M"
QString speedText(double factor);                 ///< "1/10×", "2×", "as fast as it goes" for 0

}  // namespace momentree::app

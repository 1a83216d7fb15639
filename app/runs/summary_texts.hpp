// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/study/summary.hpp"

namespace momentree::app {

/// A title, unit or explanation of a summary's column in the window's language.
QString summaryText(const char* english);
/// "energy error [J]"
QString summaryHeading(const SummaryColumn& column);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace momentree::app {

/// Paths of the examples that come with the program, in their reading order.
QStringList exampleFiles();

/// The model of the first window: an example that moves at once. Empty if there are no examples.
QString firstExample();

}  // namespace momentree::app

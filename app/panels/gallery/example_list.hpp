// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace momentree::app {

/// Paths of the program's examples, in their recommended order.
QStringList exampleFiles();

/// Paths of the program's studies of these examples.
QStringList exampleStudies();

/// The model shown at the first start: an example that moves at once. Empty if there are no
/// examples.
QString firstExample();

}  // namespace momentree::app

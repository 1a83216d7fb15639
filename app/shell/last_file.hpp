// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariant>
#include <optional>

#include "render/scene.hpp"

namespace momentree::app {

class MainWindow;

/// The file that was open when the program was closed, if it still exists.
QString lastFile();

/// Stores the open file and its viewpoint.
void keepLastFile(MainWindow& window);

/// Opens a file; the one stored by `keepLastFile` is shown from the same viewpoint.
void openAgain(MainWindow& window, const QString& file);

/// A viewpoint as numbers, for settings and files.
QVariantList numbersOf(const render::Viewpoint& view);
/// Empty for invalid values.
std::optional<render::Viewpoint> viewpointFrom(const QVariantList& numbers);

}  // namespace momentree::app

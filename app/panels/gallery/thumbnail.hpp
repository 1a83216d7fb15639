// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

#include "app/runs/prepared_run.hpp"
#include "render/scene.hpp"

namespace momentree::app {

/// Cache path of the picture of a model file. It depends on the content of the file, the theme and
/// the size, so that a changed file gets a new picture.
QString thumbnailPath(const QString& modelFile, bool dark, QSize pixels);

/// Draws the start of a run.
QImage drawThumbnail(render::Scene& scene, const PreparedRun& run, bool dark, QSize pixels,
                     double scale);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

#include "app/runs/prepared_run.hpp"
#include "render/scene.hpp"

namespace momentree::app {

/// Where the picture of a model file is kept between starts: depends on the file's content, the
/// theme and the size, so that an old picture is never shown for a new file.
QString thumbnailPath(const QString& modelFile, bool dark, QSize pixels);

/// Draws the start of a run.
QImage drawThumbnail(render::Scene& scene, const PreparedRun& run, bool dark, QSize pixels,
                     double scale);

}  // namespace momentree::app

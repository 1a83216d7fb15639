// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/scene_picture.hpp"

#include <QPainter>
#include <algorithm>

#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

/// Draws the scene with other options and another size, and puts both back.
QImage paintScene(Viewport& viewport, const render::SceneOptions& options, QSize pixels) {
    render::Scene& scene = viewport.edit();
    const render::SceneOptions onScreen = scene.options();
    const render::Viewpoint before = scene.viewpoint();
    scene.setOptions(options);
    scene.setFine(true);
    scene.resize(pixels.width(), pixels.height());  // fits a fitted view again
    if (!before.fitted) {
        render::Viewpoint wider = before;
        wider.height *= pixels.height() / (options.scale * std::max(viewport.height(), 1));
        scene.setViewpoint(wider);
    }
    QImage image = viewOf(scene.render()).copy();
    QPainter painter(&image);
    painter.scale(options.scale, options.scale);
    painter.setFont(viewport.font());
    if (const auto sight =
            viewport.sightIn(QRectF(QPointF(), QSizeF(pixels) / options.scale), options.scale))
        viewport.paintLayers(painter, *sight);
    painter.end();
    scene.setOptions(onScreen);
    scene.setFine(false);
    const QSize seen = pixelsOf(viewport, onScreen.scale);
    scene.resize(seen.width(), seen.height());
    if (!before.fitted) scene.setViewpoint(before);
    return image;
}

}  // namespace

QImage viewOf(const render::Image& image) {
    return {image.pixels.data(), image.width, image.height, 3 * image.width, QImage::Format_RGB888};
}

QSize pixelsOf(const QWidget& widget, double scale) {
    return (QSizeF(widget.size()) * scale).toSize().expandedTo({1, 1});
}

QImage pictureOf(Viewport& viewport, double scale) {
    render::SceneOptions finer = viewport.scene().options();
    finer.scale *= scale;
    return paintScene(viewport, finer, pixelsOf(viewport, finer.scale));
}

QImage pictureOf(Viewport& viewport, QSize pixels) {
    const QSizeF seen = viewport.size().expandedTo({1, 1});
    render::SceneOptions own = viewport.scene().options();
    own.scale = std::min(pixels.width() / seen.width(), pixels.height() / seen.height());
    own.freeTop = own.freeBottom = 0.0;  // nothing lies over a picture in a file
    return paintScene(viewport, own, pixels);
}

QImage pictureForPaper(Viewport& viewport, QSize pixels, double scale) {
    render::SceneOptions own = viewport.scene().options();
    own.scale = scale;
    own.grid = own.axes = false;
    own.freeTop = own.freeBottom = 0.0;
    return paintScene(viewport, own, pixels);
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/gallery/thumbnail.hpp"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace momentree::app {
namespace {

/// Rendered pixels per pixel of a picture, along each side: edges of such small links look dashed
/// with one.
constexpr int fineness = 3;

}  // namespace

QString thumbnailPath(const QString& modelFile, bool dark, QSize pixels) {
    QFile file(modelFile);
    QCryptographicHash hash(QCryptographicHash::Sha1);
    if (file.open(QIODevice::ReadOnly)) hash.addData(&file);
    hash.addData(MOMENTREE_VERSION);
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/thumbnails";
    QDir().mkpath(folder);
    return QStringLiteral("%1/%2-%3-%4x%5.png")
        .arg(folder, QString::fromLatin1(hash.result().toHex()), dark ? "dark" : "light")
        .arg(pixels.width())
        .arg(pixels.height());
}

QImage drawThumbnail(render::Scene& scene, const PreparedRun& run, bool dark, QSize pixels,
                     double scale) {
    render::SceneOptions options;
    options.theme = dark ? render::Theme::Dark : render::Theme::Light;
    options.scale = fineness * scale;
    options.centresOfMass = options.gravity = options.axes = false;
    scene.setOptions(options);
    scene.resize(fineness * pixels.width(), fineness * pixels.height());
    scene.setModel(run.model);
    scene.show(run.session->layout(), run.session->recording()->row(0));
    scene.fit();
    const render::Image& image = scene.render();
    return QImage(image.pixels.data(), image.width, image.height, qsizetype{3} * image.width,
                  QImage::Format_RGB888)
        .scaled(pixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/picture_file.hpp"

#include <QFileInfo>
#include <QImageReader>
#include <QObject>
#include <QPainter>
#include <QSvgRenderer>

namespace momentree::app {
namespace {

constexpr int longestEdge = 2048;  ///< also for vector drawings, which have no pixels

tl::unexpected<Diagnostics> refuse(Message why) { return fail(error({}, std::move(why))); }

Result<QImage> readDrawing(const QString& file) {
    QSvgRenderer drawing(file);
    if (!drawing.isValid() || drawing.defaultSize().isEmpty())
        return refuse(MOMENTREE_TEXT("drawing-unreadable",
                                     "it is not a readable SVG drawing, or it is empty"));
    const QSize size = drawing.defaultSize().scaled(longestEdge, longestEdge, Qt::KeepAspectRatio);
    QImage image(size.expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    drawing.render(&painter);
    return image;
}

}  // namespace

QStringList pictureSuffixes() { return {"png", "jpg", "jpeg", "svg"}; }

bool isPictureFile(const QString& file) {
    return pictureSuffixes().contains(QFileInfo(file).suffix().toLower());
}

Result<QImage> readPicture(const QString& file) {
    if (!QFileInfo(file).isFile())
        return refuse(MOMENTREE_TEXT("picture-missing", "the file does not exist"));
    if (QFileInfo(file).suffix().toLower() == QStringLiteral("svg")) return readDrawing(file);
    QImageReader reader(file);
    reader.setDecideFormatFromContent(true);
    reader.setAutoTransform(true);  // follows the orientation of the camera
    if (const QSize size = reader.size(); std::max(size.width(), size.height()) > longestEdge)
        reader.setScaledSize(size.scaled(longestEdge, longestEdge, Qt::KeepAspectRatio));
    const QImage image = reader.read();
    if (image.isNull())
        return refuse(MOMENTREE_TEXT("picture-unreadable",
                                     "cannot read the picture (%1); use PNG, JPEG or SVG")(
            reader.errorString().toStdString()));
    return image;
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/export_drawing.hpp"

#include <QBuffer>
#include <QCoreApplication>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QPrintDialog>
#include <QPrinter>
#include <QSaveFile>
#include <QSvgGenerator>

#include "app/base/picture_record.hpp"
#include "app/base/text.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/export/line_drawing.hpp"
#include "app/scene/viewport.hpp"
#include "core/io/text_file.hpp"
#include "render/dxf.hpp"

namespace momentree::app {
namespace {

constexpr double margin_mm = 12.0;
constexpr int svgResolution = 96;  ///< resolution of browsers
constexpr int pdfResolution = 600;

QFont drawingFont(const Viewport& viewport, int pixels) {
    return pixelFont(pixels, viewport.font());
}

/// In the viewport's logical pixels, whatever the device.
void paintAll(QPainter& painter, const Viewport& viewport) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(drawingFont(viewport, metric::drawingText));
    auto sight = viewport.sight();
    if (!sight) return;
    sight->dark = false;
    const render::SceneOptions& options = viewport.scene().options();
    paintLineDrawing(painter, *sight, viewport.scene().stage(),
                     {options.centresOfMass, options.forces, options.labels});
    viewport.paintLayers(painter, *sight);
}

Result<void> cannotWrite() {
    return fail(error({}, MOMENTREE_TEXT("drawing-folder",
                                         "the drawing cannot be written; choose a folder that "
                                         "exists and that you may write to")));
}

}  // namespace

Result<void> writeSvg(const Viewport& viewport, const QString& title, const QString& file,
                      const QString& record) {
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly)) return cannotWrite();
    QBuffer drawing;
    QSvgGenerator svg;
    svg.setOutputDevice(&drawing);
    svg.setResolution(svgResolution);
    svg.setSize(viewport.size());
    svg.setViewBox(viewport.rect());
    svg.setTitle(title);
    QPainter painter;
    if (!painter.begin(&svg)) return cannotWrite();
    paintAll(painter, viewport);
    painter.end();
    out.write(svgWith(drawing.data(), record));
    return out.commit() ? Result<void>{} : cannotWrite();
}

bool paintPage(const Viewport& viewport, const QString& title, QPagedPaintDevice& page) {
    QPainter painter;
    if (!painter.begin(&page)) return false;
    const double titleHeight = 2.0 * metric::drawingTitle;
    const QSizeF picture(viewport.width(), viewport.height() + titleHeight);
    const double scale = std::min(page.width() / picture.width(), page.height() / picture.height());
    painter.translate(0.5 * (page.width() - scale * picture.width()), 0.0);
    painter.scale(scale, scale);
    painter.save();
    painter.setClipRect(QRectF(viewport.rect()));
    paintAll(painter, viewport);
    painter.restore();
    painter.setPen(Qt::black);
    painter.setFont(drawingFont(viewport, metric::drawingTitle));
    painter.drawText(QRectF(0.0, viewport.height(), viewport.width(), titleHeight), Qt::AlignCenter,
                     title);
    return painter.end();
}

Result<void> writePdf(const Viewport& viewport, const QString& title, const QString& file,
                      const QString& record) {
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly)) return cannotWrite();
    QPdfWriter pdf(&out);
    pdf.setTitle(title);
    addRecord(pdf, record);
    pdf.setCreator(QCoreApplication::applicationName());
    pdf.setResolution(pdfResolution);
    pdf.setPageLayout({QPageSize(QPageSize::A4), QPageLayout::Landscape,
                       QMarginsF(margin_mm, margin_mm, margin_mm, margin_mm),
                       QPageLayout::Millimeter});
    if (!paintPage(viewport, title, pdf)) return cannotWrite();
    return out.commit() ? Result<void>{} : cannotWrite();
}

Result<void> writeDxf(const Viewport& viewport, const QString& file) {
    const auto sight = viewport.sight();
    if (!sight) return cannotWrite();
    const Result<std::string> text = render::dxfText(sight->model, posesIn(*sight));
    if (!text) return tl::unexpected(text.error());
    return writeTextAtomically(*text, file.toStdString());
}

void printDrawing(const Viewport& viewport, const QString& title, QWidget* window) {
    QPrinter printer(QPrinter::HighResolution);
    printer.setDocName(title);
    printer.setPageOrientation(QPageLayout::Landscape);
    QPrintDialog dialog(&printer, window);
    dialog.setWindowTitle(tr("Print the drawing"));
    if (dialog.exec() == QDialog::Accepted) paintPage(viewport, title, printer);
}

}  // namespace momentree::app

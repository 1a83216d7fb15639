// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_export.hpp"

#include <qcustomplot.h>

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "app/base/picture_record.hpp"

namespace momentree::app {
namespace {

constexpr double pngScale = 2.0;  ///< pixels of the file per pixel of the screen
constexpr int screenResolution = 96;

void report(QString* problem, const QString& text) {
    if (problem != nullptr) *problem = text;
}

QByteArray svgOf(QCustomPlot& plot, QSize size, const QString& record) {
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setResolution(screenResolution);
    QCPPainter painter;
    painter.begin(&generator);
    plot.toPainter(&painter, size.width(), size.height());
    painter.end();
    return svgWith(buffer.data(), record);
}

QByteArray pdfOf(QCustomPlot& plot, QSize size, const QString& record) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    addRecord(writer, record);
    writer.setResolution(screenResolution);
    writer.setPageMargins(QMarginsF());
    constexpr double pointsPerInch = 72.0;
    writer.setPageSize(QPageSize(QSizeF(size) * pointsPerInch / screenResolution, QPageSize::Point,
                                 QString(), QPageSize::ExactMatch));
    QCPPainter painter;
    painter.begin(&writer);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    plot.toPainter(&painter, size.width(), size.height());
    painter.end();
    return buffer.data();
}

QByteArray pngOf(QCustomPlot& plot, QSize size, const QString& record) {
    QImage image = plot.toPixmap(size.width(), size.height(), pngScale).toImage();
    constexpr int dotsPerMetre = static_cast<int>(screenResolution * pngScale / 0.0254);
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    return pngWith(std::move(image), record);
}

}  // namespace

QString recordOf(const std::vector<PlotSource>& runs) {
    std::vector<std::shared_ptr<const RunOrigin>> origins;
    for (const PlotSource& run : runs)
        if (run.visible && run.recording) origins.push_back(run.recording->origin());
    return pictureRecord(origins);
}

bool savePicture(const PlotPainter& painter, QSize size, bool dark, const QString& record,
                 const QString& path, QString* problem) {
    const QString kind = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    if (kind == QLatin1String("png"))
        painter(dark, [&](QCustomPlot& plot) { bytes = pngOf(plot, size, record); });
    else if (kind == QLatin1String("svg"))
        painter(false, [&](QCustomPlot& plot) { bytes = svgOf(plot, size, record); });
    else if (kind == QLatin1String("pdf"))
        painter(false, [&](QCustomPlot& plot) { bytes = pdfOf(plot, size, record); });
    else {
        report(problem, QObject::tr("%1: use the extension .png, .svg or .pdf").arg(path));
        return false;
    }
    return saveText(bytes, path, problem);
}

bool saveText(const QByteArray& text, const QString& path, QString* problem) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit())
        return true;
    report(problem, QObject::tr("Cannot write %1: %2").arg(path, file.errorString()));
    return false;
}

QByteArray exactNumber(double value) {
    if (std::isnan(value)) return "nan";
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return QByteArray(text.data(), static_cast<qsizetype>(end - text.data()));
}

QByteArray csvField(const QString& text) {
    QString field = text;
    const bool quote = std::any_of(field.begin(), field.end(), [](QChar c) {
        return c == u',' || c == u'"' || c == u'\n' || c == u'\r';
    });
    if (!quote) return field.toUtf8();
    field.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QStringLiteral("\"%1\"").arg(field).toUtf8();
}

}  // namespace momentree::app

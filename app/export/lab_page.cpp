// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/lab_page.hpp"

#include <qcustomplot.h>

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFontDatabase>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QPdfWriter>
#include <QTextDocument>
#include <QUrl>

#include "app/base/picture_record.hpp"
#include "app/base/theme/theme.hpp"
#include "app/plots/figure.hpp"
#include "app/scene/scene_picture.hpp"
#include "app/scene/viewport.hpp"
#include "core/io/provenance.hpp"
#include "core/io/text_file.hpp"

namespace momentree::app {
namespace {

struct PageTexts {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::LabPage)
};

constexpr double paperMargin = 14.0;                       ///< [mm]
constexpr double figureWidth = 88.0, figureHeight = 32.0;  ///< [mm]
constexpr double sceneWidth = 70.0, sceneHeight = 42.0;    ///< at most [mm]
constexpr double cssPixelsPerMillimetre = 96.0 / 25.4;
constexpr double dotsPerMillimetre = 12.0;  ///< about 300 per inch
constexpr double paperText = 9.5;           ///< [pt]
/// A long page is written smaller, but never so small that it is hard to read: below that it
/// takes another sheet.
constexpr double smallestScale = 0.75, scaleStep = 0.03;
/// Browsers break lines a little differently.
constexpr double browserScale = 0.97;

/// What browsers and QTextDocument both understand: it knows lengths in pixels only.
QString stylesOf(double scale) {
    const auto points = [&](double size) { return QString::number(size * scale, 'f', 2); };
    return QStringLiteral(R"(
body, p { font-family: sans-serif; font-size: %1pt; color: #1a1c1f; }
.h1 { font-size: %2pt; font-weight: 700; margin-top: 0px; margin-bottom: 6px; }
.h2 { font-size: %3pt; font-weight: 700; margin-top: 9px; margin-bottom: 3px; }
p { margin-top: 0px; margin-bottom: 4px; }
table { border-collapse: collapse; }
table.beside { margin-top: 8px; }
td, th { font-size: %4pt; }
table.data td, table.data th { border-bottom: 1px solid #c9ccd1; padding-top: 1px;
  padding-bottom: 1px; padding-left: 5px; padding-right: 5px; }
table.data th { border-bottom: 1px solid #76797f; font-weight: 600; }
table.lines td { border-bottom: 1px solid #76797f; font-size: %5pt; }
p.small { font-size: %6pt; color: #5b5f66; }
)")
        .arg(points(paperText), points(16.0), points(11.0), points(8.5), points(15.0), points(6.5));
}

constexpr const char* stylesOfBrowsers = R"(
@page { size: A4; margin: 14mm; }
body { max-width: 182mm; margin: 0 auto; background: #fff; }
@media screen { body { padding: 10mm; } }
table.beside { width: 100%; }
table.beside td { vertical-align: top; }
table.data { page-break-inside: avoid; }
h2 { page-break-after: avoid; }
img { max-width: 100%; height: auto; }
p.small { overflow-wrap: anywhere; }
)";

double millimetres(LabWidth width) {
    return width == LabWidth::Half ? figureWidth : 2.0 * figureWidth;
}

QString addressOf(std::size_t picture) { return QStringLiteral("picture:%1").arg(picture); }

/// In small print, since hashes are long.
QString originPart(const std::vector<LabRun>& runs) {
    QString version, commit;
    QStringList hashes;
    for (const LabRun& run : runs) {
        if (!run.origin) continue;
        const QJsonObject record =
            QJsonDocument::fromJson(QByteArray::fromStdString(provenanceText(*run.origin)))
                .object();
        version = record["version"].toString();
        commit = record["commit"].toString();
        const QString hash = record["hash"].toString();
        hashes << (runs.size() == 1 ? hash : QStringLiteral("%1 %2").arg(hash, run.name))
                      .toHtmlEscaped();
    }
    if (hashes.empty()) return {};
    return labHeading(PageTexts::tr("Where it comes from")) +
           QStringLiteral("<p class=\"small\">%1 %2<br>%3</p>\n")
               .arg(PageTexts::tr("Computed by Momentree %1 (%2).")
                        .arg(version, commit)
                        .toHtmlEscaped(),
                    PageTexts::tr("SHA-256 of model and settings:"), hashes.join("<br>"));
}

QString wholePage(const LabPage& page, double scale, const char* more) {
    QString body = page.body;
    for (std::size_t k = 0; k < page.pictures.size(); ++k)
        body.replace(
            QStringLiteral("\"%1\"").arg(addressOf(k)),
            QStringLiteral("\"%1\" width=\"%2\"")
                .arg(addressOf(k))
                .arg(std::lround(page.pictures[k].width * scale * cssPixelsPerMillimetre)));
    return QStringLiteral(
               "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
               "<title>%1</title>\n<style>%2%3</style></head>\n<body>\n<h1 class=\"h1\">%1</h1>\n")
               .arg(page.title.toHtmlEscaped(), stylesOf(scale), QLatin1String(more)) +
           labParagraph(PageTexts::tr(
               "Name: ______________________________ &nbsp; Date: ____________________")) +
           body + originPart(page.runs) + QLatin1String("</body></html>\n");
}

/// QTextDocument makes headings larger than their style says.
QString withPlainHeadings(QString html) {
    for (const char* level : {"h1", "h2"}) {
        html.replace(QStringLiteral("<%1 ").arg(level), QStringLiteral("<p "));
        html.replace(QStringLiteral("</%1>").arg(level), QStringLiteral("</p>"));
    }
    return html;
}

/// The page on this device, smaller if it would take more than one sheet.
/// @return the scale of its texts and pictures
double layOut(QTextDocument& document, const LabPage& page, QPagedPaintDevice& device) {
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPointSizeF(paperText);
    document.setDefaultFont(font);
    document.setDocumentMargin(0.0);
    document.documentLayout()->setPaintDevice(&device);
    document.setPageSize(
        {static_cast<double>(device.width()), static_cast<double>(device.height())});
    for (std::size_t k = 0; k < page.pictures.size(); ++k)
        document.addResource(QTextDocument::ImageResource, QUrl(addressOf(k)),
                             page.pictures[k].image);
    for (double scale = 1.0;; scale -= scaleStep) {
        document.setHtml(withPlainHeadings(wholePage(page, scale, "")));
        if (document.pageCount() == 1 || scale - scaleStep < smallestScale) return scale;
    }
}

void setPaper(QPdfWriter& writer) {
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins({paperMargin, paperMargin, paperMargin, paperMargin},
                          QPageLayout::Millimeter);
}

}  // namespace

QString labImage(LabPage& page, LabPicture picture) {
    page.pictures.push_back(std::move(picture));
    const LabPicture& added = page.pictures.back();
    return QStringLiteral("<img src=\"%1\" alt=\"%2\">\n")
        .arg(addressOf(page.pictures.size() - 1), added.name.toHtmlEscaped());
}

LabPicture labFigure(const FigureSource& source, const QString& name, LabWidth width) {
    FigureSettings figure;
    figure.width = millimetres(width);
    figure.height = figureHeight;
    return {figureSvg(source, figure), "image/svg+xml",
            figureImage(source, figure, dotsPerMillimetre), figure.width, name};
}

LabPicture labFigure(QCustomPlot& plot, const QString& name, LabWidth width) {
    constexpr double scale = 3.0;
    const QSize size(qRound(millimetres(width) * dotsPerMillimetre / scale),
                     qRound(figureHeight * dotsPerMillimetre / scale));
    plot.resize(size);
    plot.replot();  // places the names of the axes
    const QImage image = plot.toPixmap(size.width(), size.height(), scale).toImage();
    return {pngWith(image, {}), "image/png", image, millimetres(width), name};
}

LabPicture labScene(const QImage& scene) {
    const QImage image = scene.scaled(qRound(sceneWidth * dotsPerMillimetre),
                                      qRound(sceneHeight * dotsPerMillimetre), Qt::KeepAspectRatio,
                                      Qt::SmoothTransformation);
    return {pngWith(image, {}), "image/png", image, image.width() / dotsPerMillimetre,
            PageTexts::tr("The mechanism")};
}

QImage paperPicture(Viewport& viewport) {
    const QSize pixels(qRound(sceneWidth * dotsPerMillimetre),
                       qRound(sceneHeight * dotsPerMillimetre));
    constexpr double finer = 2.5;  // links as thick as in the window
    if (!isDark(viewport.palette())) return pictureForPaper(viewport, pixels, finer);
    viewport.setPalette(QPalette(Qt::white));
    QImage picture = pictureForPaper(viewport, pixels, finer);
    viewport.setPalette(QPalette());  // that of the window again
    return picture;
}

QString labTable(const std::vector<Cells>& rows, std::size_t texts) {
    QString html = QStringLiteral("<table class=\"data\" cellspacing=\"0\">\n");
    for (std::size_t k = 0; k < rows.size(); ++k) {
        html += QLatin1String("<tr>");
        for (std::size_t c = 0; c < rows[k].size(); ++c)
            html +=
                QStringLiteral("<%1 align=\"%2\">%3</%1>")
                    .arg(k == 0 ? QStringLiteral("th") : QStringLiteral("td"),
                         c < texts ? QStringLiteral("left") : QStringLiteral("right"), rows[k][c]);
        html += QLatin1String("</tr>\n");
    }
    return html + QLatin1String("</table>\n");
}

QString labBeside(const QString& left, const QString& right) {
    return QStringLiteral(
               "<table class=\"beside\" width=\"100%\" cellspacing=\"0\" cellpadding=\"0\">"
               "<tr valign=\"top\">\n<td width=\"45%\">%1</td>\n<td width=\"4%\"></td>\n"
               "<td width=\"51%\">%2</td></tr></table>\n")
        .arg(left, right);
}

QString labHeading(const QString& text) {
    return QStringLiteral("<h2 class=\"h2\">%1</h2>\n").arg(text.toHtmlEscaped());
}

QString labParagraph(const QString& html) { return QStringLiteral("<p>%1</p>\n").arg(html); }

QString labLines(int count) {
    return QStringLiteral("<table class=\"lines\" width=\"100%\" cellspacing=\"0\">\n%1</table>\n")
        .arg(QStringLiteral("<tr><td>&nbsp;</td></tr>\n").repeated(count));
}

QByteArray labHtml(const LabPage& page) {
    QBuffer nowhere;
    nowhere.open(QIODevice::WriteOnly);
    QPdfWriter paper(&nowhere);
    setPaper(paper);
    QTextDocument document;
    const double scale = layOut(document, page, paper);
    QString html = wholePage(page, scale * browserScale, stylesOfBrowsers);
    for (std::size_t k = 0; k < page.pictures.size(); ++k)
        html.replace(QStringLiteral("\"%1\"").arg(addressOf(k)),
                     QStringLiteral("\"data:%1;base64,%2\"")
                         .arg(QLatin1String(page.pictures[k].kind),
                              QString::fromLatin1(page.pictures[k].file.toBase64())));
    return html.toUtf8();
}

QByteArray labPdf(const LabPage& page) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    std::vector<std::shared_ptr<const RunOrigin>> origins;
    for (const LabRun& run : page.runs) origins.push_back(run.origin);
    addRecord(writer, pictureRecord(origins));
    setPaper(writer);
    writer.setTitle(page.title);
    QTextDocument document;
    layOut(document, page, writer);
    QPainter painter(&writer);
    for (int sheet = 0; sheet < document.pageCount(); ++sheet) {
        if (sheet > 0) writer.newPage();
        painter.save();
        painter.translate(0.0, -sheet * document.pageSize().height());
        document.drawContents(
            &painter, QRectF({0.0, sheet * document.pageSize().height()}, document.pageSize()));
        painter.restore();
    }
    painter.end();
    return buffer.data();
}

QString askForLabFile(QWidget* parent, const QString& title, const QString& name) {
    QString chosen;
    QString file = QFileDialog::getSaveFileName(
        parent, title, name, PageTexts::tr("Pages for browsers (*.html);;PDF pages (*.pdf)"),
        &chosen);
    if (!file.isEmpty() && !file.endsWith(".html") && !file.endsWith(".pdf"))
        file += chosen.contains("pdf") ? ".pdf" : ".html";
    return file;
}

Result<void> writeLabPage(const LabPage& page, const std::string& path) {
    const QByteArray bytes = path.ends_with(".pdf") ? labPdf(page) : labHtml(page);
    return writeTextAtomically(bytes.toStdString(), path);
}

}  // namespace momentree::app

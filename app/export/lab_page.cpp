// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/lab_page.hpp"

#include <qcustomplot.h>

#include <QBuffer>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFontDatabase>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPdfWriter>
#include <QTextDocument>
#include <QUrl>

#include "app/base/picture_record.hpp"
#include "app/base/theme/theme.hpp"
#include "app/plots/figure.hpp"
#include "app/scene/viewport.hpp"
#include "core/io/provenance.hpp"
#include "core/io/text_file.hpp"

namespace momentree::app {
namespace {

struct PageTexts {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::LabPage)
};

constexpr double figureWidth = 80.0, figureHeight = 38.0;  ///< [mm]
constexpr double sceneWidth = 78.0, sceneHeight = 52.0;    ///< at most [mm]
constexpr double cssPixelsPerMillimetre = 96.0 / 25.4;
constexpr double dotsPerMillimetre = 12.0;  ///< about 300 per inch
constexpr double paperText = 10.0;          ///< [pt]

/// What browsers and QTextDocument both understand: it knows lengths in pixels only.
constexpr const char* styles = R"(
body { font-family: sans-serif; font-size: 10pt; color: #1a1c1f; }
h1 { font-size: 18pt; margin-top: 0px; margin-bottom: 6px; }
h2 { font-size: 12pt; margin-top: 14px; margin-bottom: 5px; }
p { margin-top: 0px; margin-bottom: 6px; }
table { border-collapse: collapse; }
td, th { font-size: 9pt; }
table.data td, table.data th { border-bottom: 1px solid #c9ccd1; padding-top: 2px;
  padding-bottom: 2px; padding-left: 6px; padding-right: 6px; }
table.data th { border-bottom: 1px solid #76797f; font-weight: 600; }
.small { font-size: 8pt; color: #5b5f66; }
)";

constexpr const char* stylesOfBrowsers = R"(
@page { size: A4; margin: 18mm; }
body { max-width: 174mm; margin: 0 auto; background: #fff; }
@media screen { body { padding: 10mm; } }
table.beside { width: 100%; }
table.beside td { vertical-align: top; }
table.data { page-break-inside: avoid; }
h2 { page-break-after: avoid; }
img { max-width: 100%; height: auto; }
)";

double millimetres(LabWidth width) {
    return width == LabWidth::Half ? figureWidth : 2.0 * figureWidth;
}

QString addressOf(std::size_t picture) { return QStringLiteral("picture:%1").arg(picture); }

QString originPart(const std::vector<LabRun>& runs) {
    QString version, commit;
    std::vector<Cells> rows{
        {PageTexts::tr("run"), PageTexts::tr("SHA-256 of its model and settings")}};
    for (const LabRun& run : runs) {
        if (!run.origin) continue;
        const QJsonObject record =
            QJsonDocument::fromJson(QByteArray::fromStdString(provenanceText(*run.origin)))
                .object();
        version = record["version"].toString();
        commit = record["commit"].toString();
        rows.push_back({run.name.toHtmlEscaped(), record["hash"].toString().toHtmlEscaped()});
    }
    if (rows.size() == 1) return {};
    const QString program =
        PageTexts::tr("Computed by Momentree %1 (%2).").arg(version, commit).toHtmlEscaped();
    if (rows.size() == 2)
        return labHeading(PageTexts::tr("Where it comes from")) +
               QStringLiteral("<p class=\"small\">%1 %2 %3</p>\n")
                   .arg(program, PageTexts::tr("SHA-256 of model and settings:"), rows[1][1]);
    return labHeading(PageTexts::tr("Where it comes from")) +
           QStringLiteral("<p class=\"small\">%1</p>\n").arg(program) + labTable(rows, 2);
}

QString wholePage(const LabPage& page, const char* more) {
    return QStringLiteral(
               "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
               "<title>%1</title>\n<style>%2%3</style></head>\n<body>\n<h1>%1</h1>\n")
               .arg(page.title.toHtmlEscaped(), QLatin1String(styles), QLatin1String(more)) +
           labParagraph(PageTexts::tr(
               "Name: ______________________________ &nbsp; Date: ____________________")) +
           page.body + originPart(page.runs) + QLatin1String("</body></html>\n");
}

}  // namespace

QString labImage(LabPage& page, LabPicture picture) {
    page.pictures.push_back(std::move(picture));
    const LabPicture& added = page.pictures.back();
    return QStringLiteral("<img src=\"%1\" width=\"%2\" alt=\"%3\">\n")
        .arg(addressOf(page.pictures.size() - 1))
        .arg(std::lround(added.width * cssPixelsPerMillimetre))
        .arg(added.name.toHtmlEscaped());
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
    if (!isDark(viewport.palette())) return viewport.picture(2.0);
    viewport.setPalette(QPalette(Qt::white));
    QImage picture = viewport.picture(2.0);
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
               "<table class=\"beside\" width=\"100%\" cellpadding=\"4\"><tr valign=\"top\">\n"
               "<td>%1</td>\n<td>%2</td></tr></table>\n")
        .arg(left, right);
}

QString labHeading(const QString& text) {
    return QStringLiteral("<h2>%1</h2>\n").arg(text.toHtmlEscaped());
}

QString labParagraph(const QString& html) { return QStringLiteral("<p>%1</p>\n").arg(html); }

QByteArray labHtml(const LabPage& page) {
    QString html = wholePage(page, stylesOfBrowsers);
    for (std::size_t k = 0; k < page.pictures.size(); ++k)
        html.replace(QStringLiteral("\"%1\"").arg(addressOf(k)),
                     QStringLiteral("\"data:%1;base64,%2\"")
                         .arg(QLatin1String(page.pictures[k].kind),
                              QString::fromLatin1(page.pictures[k].file.toBase64())));
    return html.toUtf8();
}

QByteArray labPdf(const LabPage& page) {
    QTextDocument document;
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPointSizeF(paperText);
    document.setDefaultFont(font);
    for (std::size_t k = 0; k < page.pictures.size(); ++k)
        document.addResource(QTextDocument::ImageResource, QUrl(addressOf(k)),
                             page.pictures[k].image);
    document.setHtml(wholePage(page, ""));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    std::vector<std::shared_ptr<const RunOrigin>> origins;
    for (const LabRun& run : page.runs) origins.push_back(run.origin);
    addRecord(writer, pictureRecord(origins));
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setTitle(page.title);
    document.print(&writer);
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

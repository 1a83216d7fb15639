// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/lab_report.hpp"

#include <QBuffer>
#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPdfWriter>
#include <QTextDocument>
#include <QUrl>

#include "app/base/number_text.hpp"
#include "app/base/picture_record.hpp"
#include "app/base/value_text.hpp"
#include "app/plots/figure.hpp"
#include "core/diagnostics/column_units.hpp"
#include "core/io/provenance.hpp"
#include "core/io/text_file.hpp"
#include "core/session/run_limits.hpp"
#include "core/study/summary.hpp"

namespace momentree::app {
namespace {

struct LabTexts {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::LabReport)
};

constexpr std::size_t mostFigures = 4, mostProbes = 24;
constexpr double figureWidth = 80.0, figureHeight = 50.0;  ///< [mm]
constexpr double sceneShare = 0.6;                         ///< of both figures beside each other
constexpr double cssPixelsPerMillimetre = 96.0 / 25.4;
constexpr double dotsPerMillimetre = 12.0;  ///< about 300 per inch

QString escaped(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

/// A picture on the page.
struct LabPicture {
    QByteArray file;  ///< for HTML
    const char* kind = "image/png";
    QImage image;        ///< for PDF
    double width = 0.0;  ///< [mm]
    QString name;        ///< for those who do not see it
};

struct LabColumn {
    int column = 0;
    QString name, unit;
};

/// The probes of the model, otherwise the coordinates of its joints.
std::vector<LabColumn> labColumns(const Model& model, const RowLayout& layout) {
    const std::vector<std::string> units = columnUnits(model, layout);
    std::vector<LabColumn> columns;
    const auto add = [&](int column) {
        const auto k = static_cast<std::size_t>(column);
        if (columns.size() < mostProbes)
            columns.push_back({column, QString::fromStdString(layout.names()[k]),
                               QString::fromStdString(units[k])});
    };
    for (int k = 0; k < layout.probeCount(); ++k) add(layout.probe(k));
    if (columns.empty())
        for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
            for (int k = 0; k < layout.jointCoordinates(j); ++k) add(layout.jointQ(j) + k);
    return columns;
}

LabPicture curvePicture(const Session& session, const LabColumn& column, bool fromStart) {
    PlotSeries series;
    series.column = column.column;
    series.name = column.name;
    series.unit = column.unit;
    series.fromStart = fromStart;
    FigureSource source;
    source.runs.push_back({session.recording(),
                           session.layout(),
                           QString::fromStdString(session.spec().formulation),
                           0,
                           true,
                           {}});
    source.settings.series = {series};
    const Recording& rows = *source.runs.front().recording;
    source.settings.time = ValueRange{rows.at(0, 0), rows.at(rows.size() - 1, 0)};
    source.settings.valueLabel = withUnit(column.name, column.unit);
    FigureSettings figure;
    figure.width = figureWidth;
    figure.height = figureHeight;
    return {figureSvg(source, figure), "image/svg+xml",
            figureImage(source, figure, dotsPerMillimetre), figureWidth, column.name};
}

std::vector<LabPicture> labPictures(const Session& session, const QImage& scene) {
    std::vector<LabPicture> pictures{{pngWith(scene, {}), "image/png", scene,
                                      2.0 * figureWidth * sceneShare,
                                      LabTexts::tr("The mechanism at the end of the run")}};
    const std::vector<LabColumn> columns = labColumns(session.model(), session.layout());
    for (std::size_t k = 0; k < std::min(columns.size(), mostFigures - 1); ++k)
        pictures.push_back(curvePicture(session, columns[k], false));
    pictures.push_back(curvePicture(
        session, {session.layout().total(), LabTexts::tr("change of the total energy"), "J"},
        true));
    return pictures;
}

using Cells = std::vector<QString>;  ///< of a row, escaped

QString labTable(const std::vector<Cells>& rows) {
    QString html = QStringLiteral("<table border=\"1\" cellspacing=\"0\" cellpadding=\"3\">\n");
    for (std::size_t k = 0; k < rows.size(); ++k) {
        html += QLatin1String("<tr>");
        for (std::size_t c = 0; c < rows[k].size(); ++c) {
            const QString tag = k == 0 || c == 0 ? QStringLiteral("th") : QStringLiteral("td");
            html += QStringLiteral("<%1 align=\"%2\">%3</%1>")
                        .arg(tag, c == 0 ? QStringLiteral("left") : QStringLiteral("right"),
                             rows[k][c]);
        }
        html += QLatin1String("</tr>\n");
    }
    return html + QLatin1String("</table>\n");
}

QString parametersTable(const ModelDescription& model) {
    if (model.parameters.empty()) return {};
    std::vector<Cells> rows{
        {LabTexts::tr("parameter"), LabTexts::tr("value"), LabTexts::tr("unit")}};
    for (const ParameterDescription& one : model.parameters)
        rows.push_back(
            {escaped(one.name),
             one.value.text.empty() ? shortText(one.value.value) : escaped(one.value.text),
             escaped(one.unit)});
    return labTable(rows);
}

/// Settings, cost and accuracy, as far as they are known.
QString runTable(const Session& session) {
    const RunSummary summary = summaryOf(session.model().name, session);
    const RunSpec& spec = session.spec();
    std::vector<Cells> rows{{LabTexts::tr("run"), LabTexts::tr("value")},
                            {LabTexts::tr("formulation"), escaped(spec.formulation)},
                            {LabTexts::tr("integrator"), escaped(spec.integrator)},
                            {LabTexts::tr("backend"), escaped(spec.backend)}};
    if (isAdaptive(spec.integrator))
        rows.push_back({LabTexts::tr("relative tolerance"), shortText(spec.relativeTolerance, 6)});
    else
        rows.push_back({LabTexts::tr("step [s]"), shortText(spec.step, 6)});
    rows.push_back({LabTexts::tr("interval of rows [s]"), shortText(spec.sample, 6)});
    rows.push_back({LabTexts::tr("duration [s]"), shortText(session.figures().time, 6)});
    for (const SummaryColumn& column : summaryColumns().subspan(1))
        if (const std::string text = column.text(summary); text != "-" && !text.empty())
            rows.push_back({escaped(heading(column)), escaped(text)});
    return labTable(rows);
}

QString valuesTable(const Session& session) {
    const std::vector<LabColumn> columns = labColumns(session.model(), session.layout());
    if (columns.empty()) return {};
    std::vector<Cells> rows{{LabTexts::tr("quantity"), LabTexts::tr("unit"), LabTexts::tr("start"),
                             LabTexts::tr("end"), LabTexts::tr("least"), LabTexts::tr("largest")}};
    const auto recording = session.recording();
    const std::size_t count = recording->size();
    for (const LabColumn& one : columns) {
        double least = INFINITY, largest = -INFINITY;
        for (std::size_t k = 0; k < count; ++k) {
            least = std::min(least, recording->at(k, one.column));
            largest = std::max(largest, recording->at(k, one.column));
        }
        rows.push_back({one.name.toHtmlEscaped(), one.unit.toHtmlEscaped(),
                        shortText(recording->at(0, one.column)),
                        shortText(recording->at(count - 1, one.column)), shortText(least),
                        shortText(largest)});
    }
    return labTable(rows);
}

QString originText(const Session& session) {
    const auto origin = session.recording()->origin();
    if (!origin) return {};
    const QJsonObject record =
        QJsonDocument::fromJson(QByteArray::fromStdString(provenanceText(*origin))).object();
    return QStringLiteral("<h2>%1</h2>\n<p>%2</p>\n")
        .arg(LabTexts::tr("Where it comes from"),
             LabTexts::tr("Computed by Momentree %1 (%2) from the model and settings with the "
                          "SHA-256 %3.")
                 .arg(record["version"].toString().toHtmlEscaped(),
                      record["commit"].toString().toHtmlEscaped(),
                      record["hash"].toString().toHtmlEscaped()));
}

/// @param addresses of the pictures
QString labPage(const Session& session, const std::vector<LabPicture>& pictures,
                const QStringList& addresses) {
    const ModelDescription& model = session.model().description;
    const QString title = escaped(model.title.empty() ? session.model().name : model.title);
    const auto image = [&](std::size_t k) {
        return QStringLiteral("<img src=\"%1\" width=\"%2\" alt=\"%3\">")
            .arg(addresses[static_cast<qsizetype>(k)])
            .arg(std::lround(pictures[k].width * cssPixelsPerMillimetre))
            .arg(pictures[k].name.toHtmlEscaped());
    };
    QString html = QStringLiteral(
                       "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                       "<title>%1</title></head>\n<body>\n<h1>%1</h1>\n<p>%2</p>\n<p>%3</p>\n")
                       .arg(title, LabTexts::tr("Name: ____________________ Date: ______________"),
                            escaped(model.text));
    html += QStringLiteral("<h2>%1</h2>\n<p>%2</p>\n").arg(LabTexts::tr("Model"), image(0));
    html += LabTexts::tr("<p>Bodies: %1, joints: %2.</p>\n")
                .arg(session.model().bodies.size())
                .arg(session.model().joints.size());
    html += parametersTable(model);
    html += QStringLiteral("<h2>%1</h2>\n").arg(LabTexts::tr("Run")) + runTable(session);
    html += QStringLiteral("<h2>%1</h2>\n<p>").arg(LabTexts::tr("Results"));
    for (std::size_t k = 1; k < pictures.size(); ++k) html += image(k) + '\n';
    html += QLatin1String("</p>\n") + valuesTable(session) + originText(session);
    return html + QLatin1String("</body></html>\n");
}

}  // namespace

QByteArray labReportHtml(const Session& session, const QImage& scene) {
    const std::vector<LabPicture> pictures = labPictures(session, scene);
    QStringList addresses;
    for (const LabPicture& one : pictures)
        addresses << QStringLiteral("data:%1;base64,%2")
                         .arg(QLatin1String(one.kind), QString::fromLatin1(one.file.toBase64()));
    return labPage(session, pictures, addresses).toUtf8();
}

QByteArray labReportPdf(const Session& session, const QImage& scene) {
    const std::vector<LabPicture> pictures = labPictures(session, scene);
    QTextDocument page;
    QStringList addresses;
    for (std::size_t k = 0; k < pictures.size(); ++k) {
        addresses << QStringLiteral("picture:%1").arg(k);
        page.addResource(QTextDocument::ImageResource, QUrl(addresses.back()), pictures[k].image);
    }
    page.setHtml(labPage(session, pictures, addresses));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    addRecord(writer, pictureRecord({session.recording()->origin()}));
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setTitle(QString::fromStdString(session.model().name));
    page.print(&writer);
    return buffer.data();
}

Result<void> writeLabReport(const Session& session, const QImage& scene, const std::string& path) {
    const QByteArray bytes =
        path.ends_with(".pdf") ? labReportPdf(session, scene) : labReportHtml(session, scene);
    return writeTextAtomically(bytes.toStdString(), path);
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/lab_report.hpp"

#include <QCoreApplication>

#include "app/base/number_text.hpp"
#include "app/base/value_text.hpp"
#include "app/plots/figure.hpp"
#include "core/diagnostics/column_units.hpp"
#include "core/session/run_limits.hpp"
#include "core/study/summary.hpp"

namespace momentree::app {
namespace {

struct LabTexts {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::LabReport)
};

constexpr std::size_t mostFigures = 4, mostProbes = 14;

QString escaped(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

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
    return labFigure(source, column.name, LabWidth::Half);
}

QString figures(LabPage& page, const Session& session) {
    const std::vector<LabColumn> columns = labColumns(session.model(), session.layout());
    QString html;
    for (std::size_t k = 0; k < std::min(columns.size(), mostFigures - 1); ++k)
        html += labImage(page, curvePicture(session, columns[k], false));
    const LabColumn energy{session.layout().total(), LabTexts::tr("change of the total energy"),
                           "J"};
    return labParagraph(html + labImage(page, curvePicture(session, energy, true)));
}

/// "L = 0.4 m, m = 0.5 kg", in one line since there may be many.
QString parametersLine(const ModelDescription& model) {
    QStringList all;
    for (const ParameterDescription& one : model.parameters) {
        const bool expression = !one.value.text.empty();
        // Expressions such as "30 deg" contain their unit.
        const QString value = expression ? escaped(one.value.text) : shortText(one.value.value);
        const QString unit = escaped(one.unit).replace("^2", "²").replace("^3", "³");
        all << QStringLiteral("%1&nbsp;=&nbsp;%2").arg(escaped(one.name), value) +
                   (expression || unit.isEmpty() ? QString() : "&nbsp;" + unit);
    }
    return all.join(", ");
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
    const int more = session.layout().probeCount() - static_cast<int>(columns.size());
    return labTable(rows, 2) +
           (more > 0 ? labParagraph(LabTexts::tr("The run has %1 more quantities.").arg(more))
                     : QString());
}

}  // namespace

QString modelPart(LabPage& page, const Model& model, const QImage& scene, const QString& more) {
    QString text =
        LabTexts::tr("Bodies: %1, joints: %2.").arg(model.bodies.size()).arg(model.joints.size());
    if (const QString parameters = parametersLine(model.description); !parameters.isEmpty())
        text += ' ' + parameters + '.';
    if (!model.description.text.empty()) text = escaped(model.description.text) + ' ' + text;
    return labBeside(labHeading(LabTexts::tr("Model")) +
                         labParagraph(labImage(page, labScene(scene))) + labParagraph(text),
                     more);
}

LabPage labReport(const Session& session, const QImage& scene) {
    const Model& model = session.model();
    const std::string& title = model.description.title;
    LabPage page;
    page.title = QString::fromStdString(title.empty() ? model.name : title);
    page.runs = {{page.title, session.recording()->origin()}};
    page.body = modelPart(page, model, scene, runTable(session));
    page.body += labHeading(LabTexts::tr("Results")) + figures(page, session);
    page.body += valuesTable(session);
    return page;
}

}  // namespace momentree::app

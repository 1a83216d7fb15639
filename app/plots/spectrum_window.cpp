// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/spectrum_window.hpp"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLabel>
#include <cmath>

#include "app/base/value_text.hpp"
#include "app/plots/legend_entry.hpp"
#include "app/plots/plot_export.hpp"
#include "app/plots/spectrum.hpp"
#include "app/plots/xy_plot.hpp"

namespace momentree::app {
namespace {

QString conditionsText(const Spectrum& spectrum, ValueRange time) {
    const double resolution = 1.0 / (spectrum.interval * static_cast<double>(spectrum.samples));
    QString text = QObject::tr(
                       "Hann window from %1 s to %2 s, %3 samples every %4 s, mean removed; peaks "
                       "closer than %5 Hz cannot be separated")
                       .arg(time.lower, 0, 'g', 5)
                       .arg(time.upper, 0, 'g', 5)
                       .arg(spectrum.samples)
                       .arg(spectrum.interval, 0, 'g', 4)
                       .arg(2.0 * resolution, 0, 'g', 3);
    if (spectrum.interpolated) text += QObject::tr("; rows with unequal spacing are interpolated");
    return text;
}

}  // namespace

SpectrumWindow::SpectrumWindow(const CurveChart& chart, ValueRange time, QWidget* parent)
    : QDialog(parent), plot_(new XyPlot), conditions_(new QLabel) {
    setWindowTitle(tr("Spectrum"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(720, 420);
    conditions_->setWordWrap(true);
    conditions_->setMargin(6);
    auto* logF = new QCheckBox(tr("Logarithmic frequency"));
    auto* logA = new QCheckBox(tr("Logarithmic amplitude"));
    const auto follow = [this, logF, logA] { plot_->setLog(logF->isChecked(), logA->isChecked()); };
    connect(logF, &QCheckBox::toggled, this, follow);
    connect(logA, &QCheckBox::toggled, this, follow);
    plot_->head()->insertWidget(0, logF);
    plot_->head()->insertWidget(1, logA);
    plot_->head()->insertStretch(2, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(plot_, 1);
    column->addWidget(conditions_);

    // All curves of a chart have the same unit.
    const PlotSeries shown =
        chart.settings().series.empty() ? PlotSeries{} : chart.settings().series.front();
    std::vector<XyLine> lines;
    for (const CurveChart::Shown& curve : chart.shown()) {
        Spectrum one = spectrum(chart.rows().times(curve.run),
                                chart.rows().values(curve.run, curve.series), time);
        if (one.frequencies.empty()) continue;
        if (lines.empty()) conditions_->setText(conditionsText(one, time));
        XyLine line;
        line.name = chart.name(curve);
        const StyleIndices style =
            styleIndices(chart.settings(), chart.runs(), curve.run, curve.series);
        line.style = style.colour;
        line.dashes = style.dashes;
        line.x = std::move(one.frequencies);
        line.y = std::move(one.amplitudes);
        for (double& amplitude : line.y) amplitude /= shown.scale;
        lines.push_back(std::move(line));
    }
    if (lines.empty())
        conditions_->setText(
            tr("A spectrum needs at least 8 samples without gaps between the "
               "cursors."));
    plot_->setTitle(QStringLiteral("spectrum"));
    const QString label = tr("amplitude of %1").arg(chart.settings().valueLabel);
    QString head = label;
    if (!shown.recordedUnit.isEmpty())
        head.replace(withUnit({}, shown.unit), columnHead({}, shown.recordedUnit));
    plot_->setAxes({tr("frequency [Hz]")}, {label, shown.scale, head}, tr("Nothing to show"));
    plot_->setLines(std::move(lines));
    plot_->setRecord([runs = chart.runs()] { return recordOf(runs); });
}

QString SpectrumWindow::conditions() const { return conditions_->text(); }

}  // namespace momentree::app

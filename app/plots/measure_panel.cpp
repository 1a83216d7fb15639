// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/measure_panel.hpp"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableWidget>
#include <QToolButton>
#include <algorithm>

#include "app/base/value_text.hpp"
#include "app/plots/curve_statistics.hpp"
#include "app/plots/plot_controls.hpp"
#include "app/plots/plot_export.hpp"
#include "app/plots/plot_overlay.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr int measuredColumns = 10, mostRowsSeen = 5, exactRole = Qt::UserRole;

}  // namespace

MeasurePanel::MeasurePanel(const CurveChart& chart, PlotOverlay& overlay)
    : chart_(chart),
      overlay_(overlay),
      times_(new QLabel),
      table_(new QTableWidget(0, measuredColumns)) {
    hide();
    times_->setFont(plotFont());
    times_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    table_->setHorizontalHeaderLabels({tr("at A"), tr("at B"), tr("B − A"), tr("slope"), tr("min"),
                                       tr("max"), tr("mean"), tr("rms"), tr("std. dev."),
                                       tr("integral")});
    table_->setFont(plotFont());
    table_->horizontalHeader()->setFont(plotFont());
    table_->verticalHeader()->setFont(plotFont());
    table_->verticalHeader()->setDefaultSectionSize(20);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setCornerButtonEnabled(false);
    table_->setAccessibleName(tr("Statistics between the cursors"));
    table_->horizontalHeader()->setToolTip(
        tr("From A to B, weighted by time; exact for linear interpolation between samples"));
    auto* spectrum = plotButton(QStringLiteral("spectrum"), tr("Spectrum between the cursors"));
    auto* copy = plotButton(QStringLiteral("copy"), tr("Copy the table"));
    auto* close = plotButton(QStringLiteral("close"), tr("Hide the cursors"));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(6, 0, 4, 0);
    head->addWidget(times_, 1);
    for (QToolButton* button : {spectrum, copy, close}) head->addWidget(button);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(table_);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connect(spectrum, &QToolButton::clicked, this, &MeasurePanel::spectrumWanted);
    connect(copy, &QToolButton::clicked, this,
            [this] { QApplication::clipboard()->setText(tableText()); });
    connect(close, &QToolButton::clicked, this, [this] { turnOn(false); });
}

void MeasurePanel::turnOn(bool on) {
    setVisible(on);
    const ValueRange time = chart_.timeRange();
    const auto seen = [&](double at) { return at >= time.lower && at <= time.upper; };
    if (on && !(seen(cursors_[0]) && seen(cursors_[1]) && cursors_[0] != cursors_[1]))
        cursors_ = {time.lower + 0.25 * time.span(), time.lower + 0.75 * time.span()};
    measureAgain();
    emit turned(on);
}

void MeasurePanel::setCursors(std::array<double, 2> times) {
    cursors_ = times;
    measureAgain();
}

ValueRange MeasurePanel::span() const {
    const auto [a, b] = cursors_;
    return isOn() ? ValueRange{std::min(a, b), std::max(a, b)} : chart_.timeRange();
}

void MeasurePanel::measureAgain() {
    overlay_.setCursors(isOn() ? std::optional(cursors_) : std::nullopt);
    if (isOn()) fillTable();
}

void MeasurePanel::fillTable() {
    const auto [a, b] = cursors_;
    const double step = std::abs(b - a), span = chart_.timeRange().span() / 10.0;
    times_->setText(tr("A %1 s    B %2 s    Δt %3 s    1/Δt %4 Hz")
                        .arg(valueText(a, span), valueText(b, span), valueText(b - a, span),
                             step > 0.0 ? valueText(1.0 / step, 0.0) : QStringLiteral("–")));
    const std::vector<CurveChart::Shown> shown = chart_.shown();
    const bool added = table_->rowCount() != static_cast<int>(shown.size());
    table_->setRowCount(static_cast<int>(shown.size()));
    // The panel's own palette is updated only after it has been shown.
    const ThemeColors& colors = themeColors(isDark(QApplication::palette()));
    const double valueSpan = chart_.settings().log ? 0.0 : chart_.valueRange().span();
    for (std::size_t row = 0; row < shown.size(); ++row) {
        const auto [run, series] = shown[row];
        const CurveRows& rows = chart_.rows();
        const CurveStatistics s = curveStatistics(rows.times(run), rows.values(run, series),
                                                  {std::min(a, b), std::max(a, b)});
        const double atA = rows.interpolated(run, series, a);
        const double atB = rows.interpolated(run, series, b);
        setRow(static_cast<int>(row),
               withUnit(chart_.name(shown[row]), chart_.settings().series[series].unit),
               chart_.style(shown[row], colors).colour,
               {atA, atB, atB - atA, (atB - atA) / (b - a), s.low, s.high, s.mean, s.rms,
                s.deviation, s.integral},
               valueSpan);
    }
    if (added) updateGeometry();
}

void MeasurePanel::setRow(int row, const QString& name, const QColor& colour,
                          const std::vector<double>& values, double span) {
    if (!table_->verticalHeaderItem(row)) {
        table_->setVerticalHeaderItem(row, new QTableWidgetItem);
        for (int k = 0; k < measuredColumns; ++k) {
            table_->setItem(row, k, new QTableWidgetItem);
            table_->item(row, k)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        }
    }
    table_->verticalHeaderItem(row)->setText(name);
    table_->verticalHeaderItem(row)->setForeground(colour);
    for (int k = 0; k < measuredColumns; ++k) {
        const double value = values[static_cast<std::size_t>(k)];
        table_->item(row, k)->setText(valueText(value, span));
        table_->item(row, k)->setData(exactRole, value);
    }
}

QString MeasurePanel::tableText() const {
    QString text = tr("curve");
    for (int k = 0; k < measuredColumns; ++k)
        text += QLatin1Char('\t') + table_->horizontalHeaderItem(k)->text();
    for (int row = 0; row < table_->rowCount(); ++row) {
        text += QLatin1Char('\n') + table_->verticalHeaderItem(row)->text();
        for (int k = 0; k < measuredColumns; ++k)
            text +=
                QLatin1Char('\t') +
                QString::fromLatin1(exactNumber(table_->item(row, k)->data(exactRole).toDouble()));
    }
    return text;
}

QSize MeasurePanel::sizeHint() const {
    const int rows = std::clamp(table_->rowCount(), 1, mostRowsSeen);
    const int bar = table_->horizontalScrollBar()->sizeHint().height();
    return {300, 24 + table_->horizontalHeader()->sizeHint().height() + 20 * rows + bar + 4};
}

}  // namespace momentree::app

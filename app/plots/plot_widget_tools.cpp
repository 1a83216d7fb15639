// SPDX-License-Identifier: GPL-3.0-or-later
// The header, menus, cursors and exports of PlotWidget.
#include <qcustomplot.h>

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "app/plots/curves_csv.hpp"
#include "app/plots/legend_bar.hpp"
#include "app/plots/measure_panel.hpp"
#include "app/plots/plot_controls.hpp"
#include "app/plots/plot_export.hpp"
#include "app/plots/plot_overlay.hpp"
#include "app/plots/plot_style.hpp"
#include "app/plots/plot_widget_parts.hpp"
#include "app/plots/spectrum_window.hpp"

namespace momentree::app {

void PlotWidget::buildHead() {
    impl_->log = plotButton(QStringLiteral("log-axis"), tr("Logarithmic value axis"));
    impl_->log->setCheckable(true);
    impl_->runMenu = plotButton(QStringLiteral("difference"), tr("Runs: difference and colours"));
    impl_->runMenu->setPopupMode(QToolButton::InstantPopup);
    impl_->runMenu->setMenu(new QMenu(impl_->runMenu));
    impl_->runMenu->hide();
    impl_->measure = plotButton(
        QStringLiteral("measure"),
        tr("Measure between two cursors\n\nDifference, slope, mean, RMS, integral, spectrum"));
    impl_->measure->setCheckable(true);
    impl_->reset =
        plotButton(QStringLiteral("zoom-reset"),
                   tr("Show everything\n\nDouble-click: show everything\nWheel: zoom time, with "
                      "Ctrl or Shift: zoom values\nRight drag: zoom to a box; left drag when "
                      "zoomed: move\nClick, or drag the time line: show that time"));
    impl_->reset->setEnabled(false);
    impl_->menu = plotButton(QStringLiteral("more"), tr("Copy, save, export"));
    impl_->head = new QHBoxLayout;
    impl_->head->setContentsMargins(6, 2, 4, 0);
    impl_->head->setSpacing(2);
    impl_->head->addWidget(impl_->legend, 1);
    for (QToolButton* button :
         {impl_->runMenu, impl_->measure, impl_->log, impl_->reset, impl_->menu})
        impl_->head->addWidget(button, 0, Qt::AlignTop);
    connect(impl_->log, &QToolButton::clicked, this, &PlotWidget::setLogarithmic);
    connect(impl_->measure, &QToolButton::clicked, this, &PlotWidget::setMeasuring);
    connect(impl_->reset, &QToolButton::clicked, this, &PlotWidget::resetZoom);
    connect(impl_->menu, &QToolButton::clicked, this,
            [this] { showMenu(impl_->menu->mapToGlobal(QPoint(0, impl_->menu->height()))); });
    connect(impl_->runMenu->menu(), &QMenu::aboutToShow, this,
            [this] { fillRunMenu(*impl_->runMenu->menu()); });
    connect(impl_->legend, &LegendBar::toggled, this, &PlotWidget::toggleEntry);
    connect(impl_->legend, &LegendBar::soloRequested, this, &PlotWidget::showOnly);
}

void PlotWidget::addHeadWidget(QWidget* widget) {
    widget->setFixedHeight(impl_->log->sizeHint().height());
    impl_->head->insertWidget(1, widget, 0, Qt::AlignTop);
}

void PlotWidget::showLegend() {
    impl_->legend->setEntries(legendEntries(settings(), runs()));
    impl_->runMenu->setVisible(runs().size() > 1);
}

void PlotWidget::toggleEntry(int index, bool shown) {
    const int curves = static_cast<int>(settings().series.size());
    if (index < curves)
        setSeriesVisible(index, shown);
    else
        setRunVisible(static_cast<std::size_t>(index - curves), shown);
}

void PlotWidget::showOnly(int index) {
    const int curves = static_cast<int>(settings().series.size());
    const bool run = index >= curves;
    for (int i = run ? curves : 0; i < (run ? impl_->legend->count() : curves); ++i)
        toggleEntry(i, i == index);
}

void PlotWidget::fillRunMenu(QMenu& menu) {
    menu.clear();
    menu.addSection(tr("Curves show"));
    const auto choice = [&](const QString& text, bool on, auto act) {
        QAction* action = menu.addAction(text, this, act);
        action->setCheckable(true);
        action->setChecked(on);
    };
    choice(tr("Values"), !settings().minus, [this] { setMinus(std::nullopt); });
    for (std::size_t run = 0; run < runs().size(); ++run)
        choice(tr("Difference from %1").arg(runs()[run].name), settings().minus == run,
               [this, run] { setMinus(run); });
    menu.addSection(tr("Colour by"));
    choice(tr("Runs"), settings().colourBy == ColourBy::Run,
           [this] { setColourBy(ColourBy::Run); });
    choice(tr("Curves"), settings().colourBy == ColourBy::Curve,
           [this] { setColourBy(ColourBy::Curve); });
}

void PlotWidget::setMeasuring(bool on) {
    impl_->measure->setChecked(on);
    impl_->measures->setVisible(on);
    // Repositions cursors that would not be visible.
    const ValueRange time = timeRange();
    const auto seen = [&](double at) { return at >= time.lower && at <= time.upper; };
    if (on && !(seen(impl_->cursors[0]) && seen(impl_->cursors[1]) &&
                impl_->cursors[0] != impl_->cursors[1]))
        impl_->cursors = {time.lower + 0.25 * time.span(), time.lower + 0.75 * time.span()};
    showMeasures();
}

bool PlotWidget::isMeasuring() const { return impl_->measure->isChecked(); }

void PlotWidget::setCursors(std::array<double, 2> times) {
    impl_->cursors = times;
    showMeasures();
}

std::array<double, 2> PlotWidget::cursors() const { return impl_->cursors; }

MeasurePanel* PlotWidget::measurePanel() const { return impl_->measures; }

void PlotWidget::showMeasures() {
    impl_->overlay->setCursors(isMeasuring() ? std::optional(impl_->cursors) : std::nullopt);
    if (isMeasuring()) impl_->measures->measure(*impl_->chart, impl_->cursors);
}

SpectrumWindow* PlotWidget::showSpectrum() {
    const auto [a, b] = impl_->cursors;
    const ValueRange span =
        isMeasuring() ? ValueRange{std::min(a, b), std::max(a, b)} : timeRange();
    auto* window = new SpectrumWindow(*impl_->chart, span, this);
    window->show();
    return window;
}

bool PlotWidget::exportTo(const QString& path, QString* problem) {
    impl_->chart->pull();
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return saveText(curvesCsv(*impl_->chart), path, problem);
    const PlotPainter painter = [this](bool dark, const std::function<void(QCustomPlot&)>& paint) {
        QCustomPlot plot;
        CurveChart chart(&plot);
        ChartSettings same = settings();
        same.time = timeRange();
        same.value = valueRange();
        chart.show(runs(), std::move(same));
        chart.setColors(themeColors(dark));
        showLegendAbove(plot, themeColors(dark));
        chart.pull();
        plot.setViewport(QRect(QPoint(), impl_->canvas->size()));
        chart.update();
        paint(plot);
    };
    return savePicture(painter, impl_->canvas->size(), isDark(palette()), path, problem);
}

void PlotWidget::copyPicture() {
    QApplication::clipboard()->setPixmap(impl_->canvas->toPixmap(0, 0, 2.0));
}

void PlotWidget::showMenu(const QPoint& globalPosition) {
    PlotMenu menu;
    menu.copy = [this] { copyPicture(); };
    menu.showEverything = [this] { resetZoom(); };
    menu.save = [this](const QString& path, QString* problem) { return exportTo(path, problem); };
    menu.fileName = impl_->title;
    menu.zoomed = isZoomed();
    menu.log = isLogarithmic();
    menu.setLog = [this](bool on) { setLogarithmic(on); };
    menu.spectrum = [this] { showSpectrum(); };
    showPlotMenu(this, menu, globalPosition);
}

QAbstractButton* PlotWidget::legendButton(int index) const { return impl_->legend->chip(index); }

}  // namespace momentree::app

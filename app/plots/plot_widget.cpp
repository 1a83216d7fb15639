// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_widget.hpp"

#include <qcustomplot.h>

#include <QBoxLayout>
#include <QToolButton>
#include <algorithm>

#include "app/base/value_text.hpp"
#include "app/plots/legend_bar.hpp"
#include "app/plots/measure_panel.hpp"
#include "app/plots/plot_mouse.hpp"
#include "app/plots/plot_overlay.hpp"
#include "app/plots/plot_widget_parts.hpp"

namespace momentree::app {

PlotWidget::PlotWidget(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>()) {
    impl_->canvas = new QCustomPlot(this);
    impl_->canvas->setMinimumSize(160, 90);
    impl_->chart = new CurveChart(impl_->canvas);
    impl_->chart->setParent(this);
    impl_->overlay = new PlotOverlay(impl_->canvas);
    impl_->mouse = new PlotMouse(impl_->canvas, impl_->overlay);
    impl_->legend = new LegendBar;
    impl_->measures = new MeasurePanel;
    impl_->measures->hide();
    buildHead();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(impl_->head);
    column->addWidget(impl_->canvas, 1);
    column->addWidget(impl_->measures);
    connect(impl_->mouse, &PlotMouse::timePicked, this, &PlotWidget::timePicked);
    connect(impl_->mouse, &PlotMouse::cursorMoved, this, [this](int cursor, double seconds) {
        impl_->cursors[static_cast<std::size_t>(cursor)] = seconds;
        setCursors(impl_->cursors);
    });
    connect(impl_->measures, &MeasurePanel::closed, this, [this] { setMeasuring(false); });
    connect(impl_->measures, &MeasurePanel::spectrumWanted, this, &PlotWidget::showSpectrum);
    connect(impl_->mouse, &PlotMouse::hovered, this, &PlotWidget::hover);
    connect(impl_->mouse, &PlotMouse::left, this, &PlotWidget::leave);
    connect(impl_->mouse, &PlotMouse::zoomChosen, this,
            [this](const std::optional<ValueRange>& time, const std::optional<ValueRange>& value) {
                const ChartSettings& now = settings();
                setZoom(time ? time : now.time, value ? value : now.value);
                if (time) emit timeZoomed(time);
            });
    connect(impl_->mouse, &PlotMouse::resetRequested, this, &PlotWidget::resetZoom);
    connect(impl_->mouse, &PlotMouse::menuRequested, this, &PlotWidget::showMenu);
}

PlotWidget::~PlotWidget() {
    // Both listen to the canvas, which lives until the children of this widget are destroyed, when
    // the objects they report to no longer exist.
    delete impl_->mouse;
    delete impl_->chart;
}

void PlotWidget::setEarlier(EarlierRows rows) { impl_->earlier = std::move(rows); }

void PlotWidget::setSource(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                           ChartSettings settings) {
    for (PlotSeries& series : settings.series)
        series.visible = series.visible && !impl_->hidden.contains(series.name);
    settings.colourBy = this->settings().colourBy;
    settings.minus = this->settings().minus;
    impl_->log->setChecked(settings.log);
    std::vector<PlotSource> runs{{std::move(recording), layout, impl_->mainRun.name,
                                  impl_->mainRun.style, true, impl_->earlier}};
    runs.insert(runs.end(), impl_->others.begin(), impl_->others.end());
    for (PlotSource& run : runs)
        run.visible = run.visible && !(runs.size() > 1 && impl_->hiddenRuns.contains(run.name));
    if (runs.size() == 1) settings.minus.reset();
    impl_->chart->show(std::move(runs), std::move(settings));
    showLegend();
    setZoom(std::nullopt, std::nullopt);
    impl_->overlay->setReadOut(std::nullopt);
    refresh();
}

void PlotWidget::setComparison(RunLabel main, std::vector<PlotSource> others) {
    impl_->mainRun = std::move(main);
    impl_->others = std::move(others);
    if (runs().empty()) return;
    // Keeps the zoom when runs are added or removed.
    const ChartSettings now = settings();
    const PlotSource source = runs().front();
    setSource(source.recording, source.layout, now);
    setZoom(now.time, now.value);
}

void PlotWidget::clear() {
    ChartSettings empty;
    empty.emptyText = tr("There are no curves yet:\nthey appear when\na mechanism moves");
    impl_->chart->show({}, std::move(empty));
    showLegend();
    impl_->overlay->setShownTime(std::nullopt);
    setZoom(std::nullopt, std::nullopt);
}

const std::vector<PlotSource>& PlotWidget::runs() const { return impl_->chart->runs(); }

void PlotWidget::setRunVisible(std::size_t run, bool visible) {
    if (runs()[run].visible == visible) return;
    if (visible)
        impl_->hiddenRuns.remove(runs()[run].name);
    else
        impl_->hiddenRuns.insert(runs()[run].name);
    impl_->chart->setRunVisible(run, visible);
    impl_->legend->setShown(static_cast<int>(settings().series.size() + run), visible);
    redraw();
}

void PlotWidget::setColourBy(ColourBy what) {
    impl_->chart->setColourBy(what);
    showLegend();
    redraw();
}

void PlotWidget::setMinus(std::optional<std::size_t> run) {
    impl_->chart->setMinus(run);
    impl_->chart->pull();
    redraw();
}

const ChartSettings& PlotWidget::settings() const { return impl_->chart->settings(); }

void PlotWidget::setSeriesVisible(int index, bool visible) {
    const PlotSeries& series = settings().series[static_cast<std::size_t>(index)];
    if (series.visible == visible) return;
    if (visible)
        impl_->hidden.remove(series.name);
    else
        impl_->hidden.insert(series.name);
    impl_->chart->setVisible(index, visible);
    impl_->legend->setShown(index, visible);
    redraw();
}

void PlotWidget::setLogarithmic(bool on) {
    impl_->log->setChecked(on);
    impl_->chart->setLog(on);
    impl_->chart->pull();
    redraw();
}

void PlotWidget::setDuration(double seconds) {
    impl_->chart->setDuration(seconds);
    impl_->chart->fitAfresh();
    redraw();
}

void PlotWidget::setTitle(const QString& title) { impl_->title = title; }

void PlotWidget::refresh() {
    if (isVisible() && impl_->chart->pull()) redraw();
}

void PlotWidget::redraw() {
    impl_->chart->update();
    const ChartSettings& now = settings();
    impl_->mouse->setZoomed(now.time.has_value(), now.value.has_value());
    impl_->reset->setEnabled(isZoomed());
    impl_->canvas->replot(QCustomPlot::rpQueuedReplot);
    impl_->overlay->update();
    showMeasures();
    if (impl_->mouseAt) hover(*impl_->mouseAt);
    if (impl_->crosshair) setCrosshair(impl_->crosshair);
}

void PlotWidget::setShownTime(double seconds) { impl_->overlay->setShownTime(seconds); }

ValueRange PlotWidget::timeRange() const { return impl_->chart->timeRange(); }

ValueRange PlotWidget::valueRange() const { return impl_->chart->valueRange(); }

void PlotWidget::setZoom(std::optional<ValueRange> time, std::optional<ValueRange> value) {
    impl_->chart->setZoom(time, value);
    redraw();
}

bool PlotWidget::isZoomed() const { return settings().time || settings().value; }

void PlotWidget::resetZoom() {
    impl_->chart->fitAfresh();
    setZoom(std::nullopt, std::nullopt);
    emit timeZoomed(std::nullopt);
}

std::optional<PlotWidget::ReadOut> PlotWidget::readOutAt(double x) const {
    const QRect area = impl_->canvas->axisRect()->rect();
    const std::optional<std::size_t> leading = impl_->chart->leadingRun();
    if (!leading || x < area.left() || x > area.right() + 1) return std::nullopt;
    const CurveRows& rows = impl_->chart->rows();
    ReadOut out;
    out.row = rows.nearestRow(*leading, impl_->canvas->xAxis->pixelToCoord(x));
    out.time = rows.times(*leading)[out.row];
    for (const CurveChart::Shown& curve : impl_->chart->shown())
        out.values.push_back(rows.interpolated(curve.run, curve.series, out.time));
    return out;
}

void PlotWidget::hover(const QPointF& position) {
    impl_->mouseAt = position;
    const std::optional<ReadOut> read = readOutAt(position.x());
    if (!read || !impl_->canvas->axisRect()->rect().contains(position.toPoint())) {
        impl_->overlay->setReadOut(std::nullopt);
        return emit timeHovered(std::nullopt);
    }
    ReadOutBox box = boxAt(*read);
    box.title = QStringLiteral("t = %1 s").arg(valueText(read->time, timeRange().span() / 10.0));
    impl_->overlay->setReadOut(std::move(box));
    emit timeHovered(read->time);
}

void PlotWidget::leave() {
    impl_->mouseAt.reset();
    impl_->overlay->setReadOut(std::nullopt);
    emit timeHovered(std::nullopt);
}

void PlotWidget::setCrosshair(std::optional<double> seconds) {
    impl_->crosshair = seconds;
    if (impl_->mouseAt) return;
    std::optional<ReadOut> read;
    if (seconds) read = readOutAt(impl_->canvas->xAxis->coordToPixel(*seconds));
    impl_->overlay->setReadOut(read ? std::optional(boxAt(*read)) : std::nullopt);
}

ReadOutBox PlotWidget::boxAt(const ReadOut& read) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    ReadOutBox box;
    box.time = read.time;
    const double span = isLogarithmic() ? 0.0 : valueRange().span();
    std::size_t next = 0;
    for (const CurveChart::Shown& curve : impl_->chart->shown()) {
        const PlotSeries& series = settings().series[curve.series];
        const double value = read.values[next++];
        const QString text = valueText(value, span);
        box.lines.push_back({impl_->chart->name(curve),
                             series.unit.isEmpty() ? text : text + QLatin1Char(' ') + series.unit,
                             impl_->chart->style(curve, colors),
                             std::isfinite(value) ? std::optional(value) : std::nullopt});
    }
    return box;
}

QCustomPlot* PlotWidget::canvas() const { return impl_->canvas; }

void PlotWidget::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && impl_->chart != nullptr) {
        impl_->chart->setColors(themeColors(isDark(palette())));
        redraw();
        showMeasures();
    }
    QWidget::changeEvent(event);
}

void PlotWidget::showEvent(QShowEvent* event) {
    impl_->canvas->setBufferDevicePixelRatio(devicePixelRatioF());
    impl_->chart->pull();
    redraw();
    QWidget::showEvent(event);
}

}  // namespace momentree::app

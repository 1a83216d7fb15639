// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_widget.hpp"

#include <qcustomplot.h>

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QSet>
#include <QToolButton>
#include <algorithm>

#include "app/plots/legend_bar.hpp"
#include "app/plots/plot_controls.hpp"
#include "app/plots/plot_export.hpp"
#include "app/plots/plot_mouse.hpp"
#include "app/plots/plot_overlay.hpp"
#include "app/plots/plot_style.hpp"
#include "app/plots/value_text.hpp"

namespace momentree::app {
struct PlotWidget::Impl {
    QCustomPlot* canvas = nullptr;
    CurveChart* chart = nullptr;
    PlotOverlay* overlay = nullptr;
    PlotMouse* mouse = nullptr;
    LegendBar* legend = nullptr;
    QBoxLayout* head = nullptr;
    QToolButton* log = nullptr;
    QToolButton* reset = nullptr;
    QToolButton* menu = nullptr;
    std::vector<std::string> columns;  ///< names of the recorded columns
    QSet<QString> hidden;              ///< curves that the user has hidden
    QString title = QStringLiteral("plot");
    std::optional<QPointF> mouseAt;
};

PlotWidget::PlotWidget(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>()) {
    impl_->canvas = new QCustomPlot(this);
    impl_->canvas->setMinimumSize(160, 90);
    impl_->chart = new CurveChart(impl_->canvas);
    impl_->chart->setParent(this);
    impl_->overlay = new PlotOverlay(impl_->canvas);
    impl_->mouse = new PlotMouse(impl_->canvas, impl_->overlay);
    impl_->legend = new LegendBar;
    buildHead();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(impl_->head);
    column->addWidget(impl_->canvas, 1);
    connect(impl_->mouse, &PlotMouse::timePicked, this, &PlotWidget::timePicked);
    connect(impl_->mouse, &PlotMouse::hovered, this, &PlotWidget::hover);
    connect(impl_->mouse, &PlotMouse::left, this, [this] {
        impl_->mouseAt.reset();
        impl_->overlay->setReadOut(std::nullopt);
    });
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
    // Both listen to the canvas, which lives until the children of this widget go; by then what
    // they report to is gone.
    delete impl_->mouse;
    delete impl_->chart;
}

void PlotWidget::buildHead() {
    impl_->log = plotButton(QStringLiteral("log-axis"), tr("Logarithmic value axis"));
    impl_->log->setCheckable(true);
    impl_->reset = plotButton(QStringLiteral("zoom-reset"),
                              tr("Show everything\n\n"
                                 "Double click: show everything\n"
                                 "Wheel: zoom time, with Ctrl or Shift: zoom values\n"
                                 "Right drag: zoom to a box; left drag when zoomed: move\n"
                                 "Click, or drag the time line: show that time"));
    impl_->reset->setEnabled(false);
    impl_->menu = plotButton(QStringLiteral("more"), tr("Copy, save, export"));
    impl_->head = new QHBoxLayout;
    impl_->head->setContentsMargins(6, 2, 4, 0);
    impl_->head->setSpacing(2);
    impl_->head->addWidget(impl_->legend, 1);
    for (QToolButton* button : {impl_->log, impl_->reset, impl_->menu})
        impl_->head->addWidget(button, 0, Qt::AlignTop);
    connect(impl_->log, &QToolButton::clicked, this, &PlotWidget::setLogarithmic);
    connect(impl_->reset, &QToolButton::clicked, this, &PlotWidget::resetZoom);
    connect(impl_->menu, &QToolButton::clicked, this,
            [this] { showMenu(impl_->menu->mapToGlobal(QPoint(0, impl_->menu->height()))); });
    connect(impl_->legend, &LegendBar::toggled, this, &PlotWidget::setSeriesVisible);
    connect(impl_->legend, &LegendBar::soloRequested, this, [this](int index) {
        for (int i = 0; i < impl_->legend->count(); ++i) setSeriesVisible(i, i == index);
    });
}

void PlotWidget::addHeadWidget(QWidget* widget) {
    widget->setFixedHeight(impl_->log->sizeHint().height());
    impl_->head->insertWidget(1, widget, 0, Qt::AlignTop);
}

void PlotWidget::setSource(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                           ChartSettings settings) {
    impl_->columns = layout.names();
    for (PlotSeries& series : settings.series)
        series.visible = series.visible && !impl_->hidden.contains(series.name);
    impl_->legend->setSeries(settings.series);
    impl_->log->setChecked(settings.log);
    impl_->chart->setRecording(std::move(recording));
    impl_->chart->setSettings(std::move(settings));
    setZoom(std::nullopt, std::nullopt);
    impl_->overlay->setReadOut(std::nullopt);
    refresh();
}

void PlotWidget::clear() {
    ChartSettings empty;
    empty.emptyText = tr("Nothing to show yet");
    impl_->legend->setSeries({});
    impl_->chart->setRecording(nullptr);
    impl_->chart->setSettings(std::move(empty));
    impl_->overlay->setShownTime(std::nullopt);
    setZoom(std::nullopt, std::nullopt);
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
    if (impl_->mouseAt) hover(*impl_->mouseAt);
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
    if (impl_->chart->times().empty() || x < area.left() || x > area.right() + 1)
        return std::nullopt;
    ReadOut out;
    out.row = impl_->chart->nearestRow(impl_->canvas->xAxis->pixelToCoord(x));
    out.time = impl_->chart->times()[out.row];
    for (std::size_t i = 0; i < settings().series.size(); ++i)
        if (settings().series[i].visible) out.values.push_back(impl_->chart->value(i, out.row));
    return out;
}

void PlotWidget::hover(const QPointF& position) {
    impl_->mouseAt = position;
    const std::optional<ReadOut> read = readOutAt(position.x());
    const QRect area = impl_->canvas->axisRect()->rect();
    if (!read || !area.contains(position.toPoint()))
        return impl_->overlay->setReadOut(std::nullopt);
    const ThemeColors& colors = themeColors(isDark(palette()));
    ReadOutBox box;
    box.time = read->time;
    box.title = QStringLiteral("t = %1 s").arg(valueText(read->time, timeRange().span() / 10.0));
    const double span = isLogarithmic() ? 0.0 : valueRange().span();
    std::size_t next = 0;
    for (const PlotSeries& series : settings().series) {
        if (!series.visible) continue;
        const double value = read->values[next++];
        const QString text = valueText(value, span);
        box.lines.push_back({series.name,
                             series.unit.isEmpty() ? text : text + QLatin1Char(' ') + series.unit,
                             colors.style(series.style),
                             std::isfinite(value) ? std::optional(value) : std::nullopt});
    }
    impl_->overlay->setReadOut(std::move(box));
}

bool PlotWidget::exportTo(const QString& path, QString* problem) {
    impl_->chart->pull();
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return saveText(csv(), path, problem);
    const PlotPainter painter = [this](bool dark, const std::function<void(QCustomPlot&)>& paint) {
        QCustomPlot plot;
        CurveChart chart(&plot);
        chart.setRecording(impl_->chart->recording());
        ChartSettings same = settings();
        same.time = timeRange();
        same.value = valueRange();
        chart.setSettings(std::move(same));
        chart.setColors(themeColors(dark));
        showLegendAbove(plot, themeColors(dark));
        for (int i = plot.legend->itemCount() - 1; i >= 0; --i)
            if (!settings().series[static_cast<std::size_t>(i)].visible) plot.legend->removeItem(i);
        chart.pull();
        plot.setViewport(QRect(QPoint(), impl_->canvas->size()));
        chart.update();
        paint(plot);
    };
    return savePicture(painter, impl_->canvas->size(), isDark(palette()), path, problem);
}

QByteArray PlotWidget::csv() const {
    QByteArray text = "time";
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < settings().series.size(); ++i) {
        const PlotSeries& series = settings().series[i];
        if (!series.visible) continue;
        shown.push_back(i);
        const std::string& column = impl_->columns[static_cast<std::size_t>(series.column)];
        const QString name = QString::fromStdString(column);
        text += ',' + csvField(series.fromStart ? name + QStringLiteral(".error") : name);
    }
    text += "\r\n";
    const std::vector<double>& times = impl_->chart->times();
    for (std::size_t row = 0; row < times.size(); ++row) {
        if (times[row] < timeRange().lower || times[row] > timeRange().upper) continue;
        text += exactNumber(times[row]);
        for (const std::size_t i : shown) text += ',' + exactNumber(impl_->chart->value(i, row));
        text += "\r\n";
    }
    return text;
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
    showPlotMenu(this, menu, globalPosition);
}

QCustomPlot* PlotWidget::canvas() const { return impl_->canvas; }

QAbstractButton* PlotWidget::legendButton(int index) const { return impl_->legend->chip(index); }

void PlotWidget::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && impl_->chart != nullptr) {
        impl_->chart->setColors(themeColors(isDark(palette())));
        redraw();
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_widget.hpp"

#include <qcustomplot.h>

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <utility>

#include "app/plots/curve_choice.hpp"
#include "app/plots/figure_dialog.hpp"
#include "app/plots/measure_panel.hpp"
#include "app/plots/plot_canvas.hpp"
#include "app/plots/plot_controls.hpp"
#include "app/plots/plot_head.hpp"
#include "app/plots/plot_mouse.hpp"
#include "app/plots/plot_overlay.hpp"
#include "app/plots/plot_style.hpp"
#include "app/plots/save_curves.hpp"
#include "app/plots/spectrum_window.hpp"

namespace momentree::app {

PlotWidget::PlotWidget(QWidget* parent)
    : QWidget(parent),
      canvas_(new PlotCanvas(this)),
      overlay_(new PlotOverlay(canvas_)),
      mouse_(new PlotMouse(canvas_, overlay_)),
      head_(new PlotHead(this)) {
    canvas_->setMinimumSize(160, 90);
    canvas_->setAccessibleName(tr("Plot"));
    chart_ = new CurveChart(canvas_);
    chart_->setParent(this);
    reader_ = new CurveReader(*canvas_, *chart_, *overlay_, this);
    choice_ = new CurveChoice(*chart_, *head_);
    measures_ = new MeasurePanel(*chart_, *overlay_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head_);
    column->addWidget(canvas_, 1);
    column->addWidget(measures_);
    connect(head_, &PlotHead::logarithmicChosen, this, &PlotWidget::setLogarithmic);
    connect(head_, &PlotHead::measuringChosen, measures_, &MeasurePanel::turnOn);
    connect(measures_, &MeasurePanel::turned, head_, &PlotHead::setMeasuring);
    connect(head_, &PlotHead::resetChosen, this, &PlotWidget::resetZoom);
    connect(head_, &PlotHead::closeChosen, this, &PlotWidget::closeChosen);
    connect(head_, &PlotHead::menuWanted, this, &PlotWidget::showMenu);
    connect(choice_, &CurveChoice::changed, this, &PlotWidget::redraw);
    connect(measures_, &MeasurePanel::spectrumWanted, this, &PlotWidget::showSpectrum);
    connect(reader_, &CurveReader::timeHovered, this, &PlotWidget::timeHovered);
    connect(mouse_, &PlotMouse::timePicked, this, &PlotWidget::timePicked);
    connect(mouse_, &PlotMouse::cursorMoved, this, [this](int cursor, double seconds) {
        std::array<double, 2> times = measures_->cursors();
        times[static_cast<std::size_t>(cursor)] = seconds;
        measures_->setCursors(times);
    });
    connect(mouse_, &PlotMouse::hovered, reader_, &CurveReader::hover);
    connect(mouse_, &PlotMouse::left, reader_, &CurveReader::leave);
    connect(mouse_, &PlotMouse::zoomChosen, this,
            [this](const std::optional<ValueRange>& time, const std::optional<ValueRange>& value) {
                const ChartSettings& now = chart_->settings();
                setZoom(time ? time : now.time, value ? value : now.value);
                if (time) emit timeZoomed(time);
            });
    connect(mouse_, &PlotMouse::resetRequested, this, &PlotWidget::resetZoom);
    connect(mouse_, &PlotMouse::menuRequested, this, &PlotWidget::showMenu);
}

PlotWidget::~PlotWidget() {
    // Both listen to the canvas, which lives until the children of this widget are destroyed, when
    // the objects they report to no longer exist.
    delete mouse_;
    delete chart_;
}

void PlotWidget::setEarlier(EarlierRows rows) { earlier_ = std::move(rows); }

void PlotWidget::setSource(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                           ChartSettings settings) {
    settings.time.reset();
    settings.value.reset();
    showSource(std::move(recording), layout, std::move(settings));
}

/// Keeps the zoom of the settings.
void PlotWidget::showSource(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                            ChartSettings settings) {
    settings.amongOthers = mainRun_.amongOthers;
    head_->setLogarithmic(settings.log);
    std::vector<PlotSource> runs{
        {std::move(recording), layout, mainRun_.name, mainRun_.style, true, earlier_}};
    runs.insert(runs.end(), others_.begin(), others_.end());
    choice_->applyTo(runs, settings);
    overlay_->setPaleAfter(runs.size() == 1);
    chart_->show(std::move(runs), std::move(settings));
    choice_->fillLegend();
    overlay_->setReadOut(std::nullopt);
    // Without rows no curve is named at its end: the legend would appear, and at once disappear.
    if (isVisible()) chart_->pull();
    redraw();
}

void PlotWidget::setComparison(RunLabel main, std::vector<PlotSource> others) {
    mainRun_ = std::move(main);
    others_ = std::move(others);
    if (chart_->runs().empty()) return;
    const PlotSource source = chart_->runs().front();
    showSource(source.recording, source.layout, chart_->settings());
}

void PlotWidget::clear() {
    ChartSettings empty;
    empty.emptyText = tr("Press Space. Curves appear as it moves.");
    chart_->show({}, std::move(empty));
    choice_->fillLegend();
    overlay_->setPaleAfter(false);
    overlay_->setShownTime(std::nullopt);
    setZoom(std::nullopt, std::nullopt);
}

void PlotWidget::setLogarithmic(bool on) {
    head_->setLogarithmic(on);
    chart_->setLog(on);
    chart_->pull();
    redraw();
}

void PlotWidget::setTitle(const QString& title) {
    title_ = title;
    canvas_->setAccessibleName(tr("Plot: %1").arg(title));
}

void PlotWidget::refresh() {
    if (isVisible() && chart_->pull()) redraw();
}

void PlotWidget::redraw() {
    chart_->update();
    const ChartSettings& now = chart_->settings();
    mouse_->setZoomed(now.time.has_value(), now.value.has_value());
    head_->setZoomed(chart_->isZoomed());
    choice_->showLegendIfNeeded();
    canvas_->replot(QCustomPlot::rpQueuedReplot);
    overlay_->update();
    measures_->measureAgain();
    reader_->readAgain();
}

void PlotWidget::setShownTime(double seconds) {
    overlay_->setShownTime(seconds);
    reader_->setShownTime(seconds);
}

void PlotWidget::setZoom(std::optional<ValueRange> time, std::optional<ValueRange> value) {
    chart_->setZoom(time, value);
    redraw();
}

void PlotWidget::resetZoom() {
    chart_->fitAfresh();
    setZoom(std::nullopt, std::nullopt);
    emit timeZoomed(std::nullopt);
}

void PlotWidget::setCrosshair(std::optional<double> seconds) { reader_->setCrosshair(seconds); }

void PlotWidget::setHeadTitle(const QString& title) { head_->setTitle(title); }

void PlotWidget::addHeadWidget(QWidget* widget) { head_->addControl(widget); }

void PlotWidget::leaveOutLegend() { head_->leaveOutLegend(); }

void PlotWidget::leaveOutTools(bool left) { head_->leaveOutTools(left); }

void PlotWidget::enlarge(double scale) {
    scaleTexts(*canvas_, scale / std::exchange(scale_, scale));
    chart_->setLineWidth(scale * metric::curveWidth);
    redraw();
}

SpectrumWindow* PlotWidget::showSpectrum() {
    auto* window = new SpectrumWindow(*chart_, measures_->span(), this);
    window->show();
    return window;
}

bool PlotWidget::exportTo(const QString& path, QString* problem) {
    return saveCurves(*chart_, canvas_->size(), isDark(palette()), path, problem);
}

void PlotWidget::showMenu(const QPoint& globalPosition) {
    PlotMenu menu;
    menu.copy = [this] { QApplication::clipboard()->setPixmap(canvas_->toPixmap(0, 0, 2.0)); };
    menu.showEverything = [this] { resetZoom(); };
    menu.save = [this](const QString& path, QString* problem) { return exportTo(path, problem); };
    menu.fileName = title_;
    menu.zoomed = chart_->isZoomed();
    menu.log = chart_->settings().log;
    menu.setLog = [this](bool on) { setLogarithmic(on); };
    menu.spectrum = [this] { showSpectrum(); };
    menu.measuring = measures_->isOn();
    menu.setMeasuring = [this](bool on) { measures_->turnOn(on); };
    if (!chart_->runs().empty())
        menu.figure = [this] {
            FigureSource source{chart_->runs(), chart_->settings()};
            source.settings.time = chart_->timeRange();
            source.settings.value = chart_->valueRange();
            (new FigureDialog(std::move(source), title_, this))->show();
        };
    for (const LegendEntry& entry : legendEntries(chart_->settings(), chart_->runs()))
        menu.curves.push_back({entry.name, entry.shown});
    menu.showCurve = [this](int index, bool shown) { choice_->setShown(index, shown); };
    showPlotMenu(this, menu, globalPosition);
}

void PlotWidget::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && chart_ != nullptr) {
        chart_->setColors(themeColors(isDark(palette())));
        redraw();
    }
    QWidget::changeEvent(event);
}

void PlotWidget::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // Names at the ends need width.
    if (isVisible()) redraw();
}

void PlotWidget::showEvent(QShowEvent* event) {
    canvas_->setBufferDevicePixelRatio(devicePixelRatioF());
    chart_->pull();
    redraw();
    QWidget::showEvent(event);
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/phase_plot.hpp"

#include <qcustomplot.h>

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QLabel>
#include <QSplitter>
#include <QSysInfo>
#include <QToolButton>
#include <numeric>

#include "app/base/picture_record.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/base/value_text.hpp"
#include "app/plots/phase_chart.hpp"
#include "app/plots/phase_table.hpp"
#include "app/plots/plot_canvas.hpp"
#include "app/plots/plot_controls.hpp"
#include "app/plots/plot_export.hpp"
#include "app/plots/plot_mouse.hpp"
#include "app/plots/plot_overlay.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

QString sourceText(const std::optional<PhaseTotals>& totals) {
    const QString here =
        QObject::tr("Measured on this machine (%1)").arg(QSysInfo::machineHostName());
    QStringList others;
    for (std::size_t p = 0; totals && p < phaseCount; ++p) {
        const QString& device = totals->devices[p];
        if (totals->phases[p].calls > 0 && !device.isEmpty() && !others.contains(device))
            others += device;
    }
    if (others.isEmpty()) return here;
    if (others.front().startsWith("virtual"))
        return QObject::tr("%1; times of the %2 are simulated").arg(here, others.front());
    return QObject::tr("%1; also on %2").arg(here, others.join(QObject::tr(" and ")));
}

}  // namespace

struct PhasePlot::Impl {
    QCustomPlot* canvas = nullptr;
    PhaseChart* chart = nullptr;
    PlotOverlay* overlay = nullptr;
    PlotMouse* mouse = nullptr;
    PhaseTable* table = nullptr;
    QLabel *title = nullptr, *source = nullptr;
    QToolButton *reset = nullptr, *close = nullptr;
    std::vector<std::string> columns;
    std::optional<PhaseTotals> totals;
};

PhasePlot::PhasePlot(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>()) {
    impl_->canvas = new PlotCanvas;
    impl_->canvas->setMinimumSize(160, 90);
    impl_->canvas->setAccessibleName(tr("Plot of phase times"));
    impl_->chart = new PhaseChart(impl_->canvas);
    impl_->chart->setParent(this);
    impl_->overlay = new PlotOverlay(impl_->canvas);
    impl_->mouse = new PlotMouse(impl_->canvas, impl_->overlay);
    impl_->mouse->setValueZoom(false);
    impl_->table = new PhaseTable;
    build();
    connect(impl_->mouse, &PlotMouse::timePicked, this, &PhasePlot::timePicked);
    connect(impl_->mouse, &PlotMouse::hovered, this, &PhasePlot::hover);
    connect(impl_->mouse, &PlotMouse::left, this, [this] {
        impl_->overlay->setReadOut(std::nullopt);
        emit timeHovered(std::nullopt);
    });
    connect(impl_->mouse, &PlotMouse::zoomChosen, this,
            [this](const std::optional<ValueRange>& time, const std::optional<ValueRange>&) {
                if (time) setZoom(time);
            });
    connect(impl_->mouse, &PlotMouse::resetRequested, this, [this] { setZoom(std::nullopt); });
    connect(impl_->mouse, &PlotMouse::menuRequested, this, &PhasePlot::showMenu);
}

PhasePlot::~PhasePlot() {
    // Both listen to the canvas, which outlives the objects they report to.
    delete impl_->mouse;
    delete impl_->chart;
}

void PhasePlot::build() {
    impl_->title = new QLabel;
    impl_->title->setFont(strongFont(font()));
    impl_->source = new QLabel;
    impl_->source->setFont(plotFont());
    impl_->source->setMinimumWidth(80);
    impl_->reset = plotButton(QStringLiteral("zoom-reset"), tr("Show everything"));
    auto* menu = plotButton(QStringLiteral("more"), tr("Copy, save, export"));
    impl_->close = plotButton(QStringLiteral("close"), tr("Close this plot"));
    connect(impl_->close, &QToolButton::clicked, this, &PhasePlot::closeChosen);
    connect(impl_->reset, &QToolButton::clicked, this, [this] { setZoom(std::nullopt); });
    connect(menu, &QToolButton::clicked, this,
            [this, menu] { showMenu(menu->mapToGlobal(QPoint(0, menu->height()))); });
    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 2, 4, 0);
    head->setSpacing(2);
    head->addWidget(impl_->title);
    head->addWidget(impl_->source, 1);
    for (QToolButton* button : {impl_->reset, menu, impl_->close}) head->addWidget(button);
    setHeadTitle({});
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(impl_->canvas);
    splitter->addWidget(impl_->table);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setChildrenCollapsible(true);
    splitter->setCollapsible(0, false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(splitter, 1);
}

void PhasePlot::setHeadTitle(const QString& title) {
    impl_->title->setText(title + QStringLiteral("  "));
    impl_->title->setVisible(!title.isEmpty());
    impl_->close->setVisible(!title.isEmpty());
}

void PhasePlot::setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                       double duration) {
    impl_->columns = layout.names();
    impl_->totals.reset();
    impl_->chart->setRecording(std::move(recording), layout.phase(static_cast<Phase>(0)));
    impl_->chart->setDuration(duration);
    impl_->chart->setZoom(std::nullopt);
    impl_->overlay->setReadOut(std::nullopt);
    if (isVisible()) impl_->chart->pull();
    redraw();
}

void PhasePlot::clear() {
    impl_->totals.reset();
    impl_->chart->setRecording(nullptr, 0);
    impl_->chart->setZoom(std::nullopt);
    impl_->overlay->setShownTime(std::nullopt);
    redraw();
}

void PhasePlot::setTotals(const PhaseTotals& totals) {
    impl_->totals = totals;
    if (isVisible()) redraw();
}

void PhasePlot::refresh() {
    if (isVisible() && impl_->chart->pull()) redraw();
}

void PhasePlot::setShownTime(double seconds) { impl_->overlay->setShownTime(seconds); }

void PhasePlot::setZoom(std::optional<ValueRange> time) {
    if (!time) impl_->chart->fitAfresh();
    impl_->chart->setZoom(time);
    redraw();
}

void PhasePlot::redraw() {
    const bool zoomed = impl_->chart->zoom().has_value();
    impl_->chart->update();
    impl_->mouse->setZoomed(zoomed, false);
    impl_->reset->setEnabled(zoomed);
    impl_->source->setText(sourceText(impl_->totals));
    impl_->source->setToolTip(tr("Source of the times: %1").arg(impl_->source->text()));
    impl_->table->showTimes(impl_->chart->mean(), impl_->totals);
    impl_->canvas->replot(QCustomPlot::rpQueuedReplot);
    impl_->overlay->update();
}

void PhasePlot::hover(const QPointF& position) {
    const double time = impl_->canvas->xAxis->pixelToCoord(position.x());
    const auto bar = impl_->chart->barAt(time);
    if (!bar || !impl_->canvas->axisRect()->rect().contains(position.toPoint())) {
        impl_->overlay->setReadOut(std::nullopt);
        return emit timeHovered(std::nullopt);
    }
    const ThemeColors& colors = themeColors(isDark(palette()));
    const double span = impl_->canvas->xAxis->range().size() / 10.0;
    ReadOutBox box;
    box.time = 0.5 * (bar->begin + bar->end);
    box.title = tr("t = %1 to %2 s").arg(valueText(bar->begin, span), valueText(bar->end, span));
    for (std::size_t p = phaseCount; p-- > 0;) {
        const auto phase = static_cast<Phase>(p);
        if (!impl_->chart->hasPhase(phase)) continue;
        const std::string_view name = phaseName(phase);
        box.lines.push_back({QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
                             nanosecondsText(bar->times[p]),
                             {phaseColour(phase, colors), {}, -1, colors.text},
                             std::nullopt});
    }
    const double sum = std::accumulate(bar->times.begin(), bar->times.end(), 0.0);
    box.lines.push_back(
        {tr("step"), nanosecondsText(sum), {Qt::transparent, {}, -1, colors.text}, std::nullopt});
    impl_->overlay->setReadOut(std::move(box));
    emit timeHovered(time);
}

void PhasePlot::setCrosshair(std::optional<double> seconds) {
    std::optional<ReadOutBox> box;
    if (seconds) box.emplace().time = *seconds;
    impl_->overlay->setReadOut(std::move(box));
}

bool PhasePlot::exportTo(const QString& path, QString* problem) {
    impl_->chart->pull();
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return saveText(csv(), path, problem);
    const PlotPainter painter = [this](bool dark, const std::function<void(QCustomPlot&)>& paint) {
        QCustomPlot plot;
        PhaseChart chart(&plot);
        chart.setRecording(impl_->chart->recording(), impl_->chart->firstColumn());
        chart.setColors(themeColors(dark));
        chart.pull();
        showLegendAbove(plot, themeColors(dark));
        for (int p = static_cast<int>(phaseCount) - 1; p >= 0; --p)
            if (!chart.hasPhase(static_cast<Phase>(p))) plot.legend->removeItem(p);
        const QCPRange range = impl_->canvas->xAxis->range();
        chart.setZoom(ValueRange{range.lower, range.upper});
        plot.setViewport(QRect(QPoint(), impl_->canvas->size()));
        plot.replot();
        chart.update();
        paint(plot);
    };
    const auto rows = impl_->chart->recording();
    const QString record = rows ? pictureRecord({rows->origin()}) : QString();
    return savePicture(painter, impl_->canvas->size(), isDark(palette()), record, path, problem);
}

QByteArray PhasePlot::csv() const {
    QByteArray text = "time";
    const int first = impl_->chart->firstColumn();
    for (std::size_t p = 0; p < phaseCount; ++p)
        text += ',' + csvField(QString::fromStdString(
                          impl_->columns[static_cast<std::size_t>(first) + p] + "_ns"));
    text += "\r\n";
    const QCPRange range = impl_->canvas->xAxis->range();
    for (std::size_t row = 0; row < impl_->chart->times().size(); ++row) {
        const std::span<const double> values = impl_->chart->recording()->row(row);
        if (!range.contains(values[0])) continue;
        text += exactNumber(values[0]);
        for (std::size_t p = 0; p < phaseCount; ++p)
            text += ',' + exactNumber(values[static_cast<std::size_t>(first) + p]);
        text += "\r\n";
    }
    return text;
}

void PhasePlot::showMenu(const QPoint& globalPosition) {
    PlotMenu menu;
    menu.copy = [this] {
        QApplication::clipboard()->setPixmap(impl_->canvas->toPixmap(0, 0, 2.0));
    };
    menu.showEverything = [this] { setZoom(std::nullopt); };
    menu.save = [this](const QString& path, QString* problem) { return exportTo(path, problem); };
    menu.fileName = QStringLiteral("phases");
    menu.zoomed = impl_->chart->zoom().has_value();
    showPlotMenu(this, menu, globalPosition);
}

QCustomPlot* PhasePlot::canvas() const { return impl_->canvas; }
PhaseTable* PhasePlot::table() const { return impl_->table; }

void PhasePlot::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && impl_->table != nullptr) {
        impl_->chart->setColors(themeColors(isDark(palette())));
        redraw();
    }
    QWidget::changeEvent(event);
}

void PhasePlot::showEvent(QShowEvent* event) {
    impl_->canvas->setBufferDevicePixelRatio(devicePixelRatioF());
    impl_->chart->pull();
    redraw();
    QWidget::showEvent(event);
}

}  // namespace momentree::app

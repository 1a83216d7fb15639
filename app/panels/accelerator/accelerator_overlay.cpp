// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/accelerator_overlay.hpp"

#include <qcustomplot.h>

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>
#include <cmath>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/base/value_text.hpp"
#include "app/panels/accelerator/accelerator_panel.hpp"
#include "app/panels/accelerator/accelerators.hpp"
#include "app/plots/plot_style.hpp"
#include "app/runs/run_controller.hpp"
#include "core/session/run.hpp"
#include "fpga_link/offload/board_stepper.hpp"
#include "fpga_link/offload/soft_link.hpp"

namespace momentree::app {
namespace {

const char* const softEngine = "soft-engine";

/// Advances to the end or to a failure; returns the error.
QString finish(Run& run, const std::stop_token& stop) {
    while (!run.finished()) {
        if (stop.stop_requested()) return AcceleratorOverlay::tr("stopped");
        const Progress progress = run.advance(stop);
        if (progress.status != StepStatus::Reached) return messageText(run.failure(progress));
    }
    return {};
}

struct Quantity {
    QString name, unit;
    int column = 0;
};

std::vector<Quantity> quantitiesOf(const Model& model, const RowLayout& layout) {
    std::vector<Quantity> quantities;
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        if (const int index = static_cast<int>(j); layout.jointCoordinates(index) == 1)
            quantities.push_back({AcceleratorOverlay::tr("angle of %1")
                                      .arg(QString::fromStdString(model.joints[j].name)),
                                  "rad", layout.jointQ(index)});
    quantities.push_back({AcceleratorOverlay::tr("total energy"), "J", layout.total()});
    return quantities;
}

QString gapText(double gap) {
    constexpr double smallestFixed = 1e-3;
    return valueText(gap, gap >= smallestFixed ? gap : 0.0);
}

}  // namespace

Overlay overlayOf(const std::string& backend, std::shared_ptr<const Model> model, RunSpec spec,
                  const std::stop_token& stop) {
    Catalogue catalogue;
    addAccelerators(catalogue);
    catalogue.add(fpga::boardBackend(softEngine, "", "",
                                     [](const std::string&) { return fpga::makeSoftLink(); }));
    Overlay overlay;
    spec.formulation = "hdca";
    if (spec.integrator != "explicit-euler") spec.integrator = "rk4";
    std::vector<std::shared_ptr<const Recording>> recordings;
    std::vector<Quantity> quantities;
    for (const std::string& each : {backend, std::string("sequential"), std::string(softEngine)}) {
        spec.backend = each;
        auto run = Run::create(catalogue, model, spec);
        if (!run) {
            overlay.problem = diagnosticText(run.error().front());
            return overlay;
        }
        const QString problem = finish(**run, stop);
        if (overlay.problem.isEmpty()) overlay.problem = problem;
        recordings.push_back((*run)->recording());
        quantities = quantitiesOf(*model, (*run)->layout());
    }
    const std::size_t rows =
        std::min({recordings[0]->size(), recordings[1]->size(), recordings[2]->size()});
    for (std::size_t row = 0; row < rows; ++row) overlay.time.push_back(recordings[0]->at(row, 0));
    for (const Quantity& quantity : quantities) {
        OverlayCurve curve{quantity.name, quantity.unit, {}, {}, {}};
        std::vector<double>* const columns[] = {&curve.board, &curve.doubles, &curve.soft};
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t row = 0; row < rows; ++row)
                columns[k]->push_back(recordings[k]->at(row, quantity.column));
        overlay.curves.push_back(std::move(curve));
    }
    return overlay;
}

AcceleratorOverlay::AcceleratorOverlay(RunController& run, AcceleratorPanel& accelerator,
                                       QWidget* parent)
    : QWidget(parent), run_(run), accelerator_(accelerator) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 6, 10, 4);
    head->setSpacing(6);
    compute_ = new QPushButton(tr("Compute both"), this);
    compute_->setObjectName("overlayCompute");
    compute_->setToolTip(
        tr("Computes the model on screen on the board and on this PC with the same steps"));
    quantity_ = new QComboBox(this);
    quantity_->setObjectName("overlayQuantity");
    quantity_->setAccessibleName(tr("Shown quantity"));
    quantity_->setEnabled(false);
    head->addWidget(compute_);
    head->addWidget(quantity_, 1);
    layout->addLayout(head);
    state_ = new QLabel(tr("Board and PC with the same steps, overlaid."), this);
    state_->setObjectName("overlayState");
    state_->setWordWrap(true);
    state_->setContentsMargins(10, 0, 10, 4);
    layout->addWidget(state_);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    for (QCustomPlot** plot : {&curves_, &difference_}) {
        *plot = new QCustomPlot(splitter);
        preparePlot(**plot);
        (*plot)->setMinimumHeight(130);
        splitter->addWidget(*plot);
    }
    curves_->setObjectName("overlayCurves");
    difference_->setObjectName("overlayDifference");
    const QString names[] = {tr("board"), tr("this PC, double"), tr("this PC, soft engine")};
    for (const QString& name : names) curves_->addGraph()->setName(name);
    difference_->addGraph()->setName(tr("board − double"));
    difference_->addGraph()->setName(tr("board − soft engine"));
    setAxisScale(*difference_->yAxis, true);
    for (QCustomPlot* plot : {curves_, difference_})
        showLegendAbove(*plot, themeColors(isDark(palette())));
    layout->addWidget(splitter, 1);
    colour();
    connect(compute_, &QPushButton::clicked, this, &AcceleratorOverlay::compute);
    connect(quantity_, &QComboBox::currentIndexChanged, this, &AcceleratorOverlay::draw);
}

AcceleratorOverlay::~AcceleratorOverlay() { stop_.request_stop(); }

QString AcceleratorOverlay::state() const { return state_->text(); }

void AcceleratorOverlay::compute() {
    if (computing_ || !run_.hasRun()) return;
    computing_ = true;
    compute_->setEnabled(false);
    state_->setText(tr("Computing on %1 and here…").arg(accelerator_.address()));
    inBackground(
        this,
        [backend = accelerator_.backend().toStdString(), model = run_.sharedModel(),
         spec = run_.session().spec(),
         stop = stop_.get_token()] { return overlayOf(backend, model, spec, stop); },
        [this](const Overlay& overlay) { take(overlay); });
}

void AcceleratorOverlay::take(Overlay overlay) {
    computing_ = false;
    compute_->setEnabled(true);
    overlay_ = std::move(overlay);
    const QString before = quantity_->currentText();
    {
        const QSignalBlocker quiet(quantity_);
        quantity_->clear();
        for (const OverlayCurve& curve : overlay_.curves)
            quantity_->addItem(QStringLiteral("%1 [%2]").arg(curve.name, curve.unit));
        quantity_->setCurrentIndex(std::max(0, quantity_->findText(before)));
    }
    quantity_->setEnabled(!overlay_.curves.empty());
    draw();
}

void AcceleratorOverlay::draw() {
    const int index = quantity_->currentIndex();
    if (index < 0 || overlay_.curves.empty()) {
        state_->setText(overlay_.problem);
        return;
    }
    const OverlayCurve& curve = overlay_.curves[static_cast<std::size_t>(index)];
    const auto list = [](const std::vector<double>& values) {
        return QVector<double>(values.begin(), values.end());
    };
    const QVector<double> time = list(overlay_.time);
    const std::vector<double>* const lines[] = {&curve.board, &curve.doubles, &curve.soft};
    for (int k = 0; k < 3; ++k) curves_->graph(k)->setData(time, list(*lines[k]), true);
    curves_->yAxis->setLabel(QStringLiteral("[%1]").arg(curve.unit));
    double apart[2] = {0.0, 0.0};
    for (int k = 0; k < 2; ++k) {
        QVector<double> at, values;
        for (std::size_t i = 0; i < overlay_.time.size(); ++i) {
            const double gap = std::abs(curve.board[i] - (*lines[k + 1])[i]);
            apart[k] = std::max(apart[k], gap);
            if (!(gap > 0.0)) continue;  // cannot be shown on a log axis
            at << overlay_.time[i];
            values << gap;
        }
        difference_->graph(k)->setData(at, values, true);
    }
    difference_->yAxis->setLabel(tr("difference [%1]").arg(curve.unit));
    for (QCustomPlot* plot : {curves_, difference_}) {
        plot->rescaleAxes();
        if (!overlay_.time.empty()) plot->xAxis->setRange(0.0, overlay_.time.back());
        plot->replot();
    }
    QString text = tr("Maximum difference of board and double precision: %1 %2; ")
                       .arg(gapText(apart[0]), curve.unit);
    text += apart[1] == 0.0
                ? tr("board and soft engine are bit-identical.")
                : tr("of board and soft engine: %1 %2.").arg(gapText(apart[1]), curve.unit);
    if (!overlay_.problem.isEmpty()) text += ' ' + overlay_.problem;
    state_->setText(text);
}

void AcceleratorOverlay::colour() {
    const ThemeColors& colors = themeColors(isDark(palette()));
    for (QCustomPlot* plot : {curves_, difference_}) colourPlot(*plot, colors);
    const auto pen = [&](std::size_t series, Qt::PenStyle style, double width) {
        return QPen(colors.series[series], width, style);
    };
    curves_->graph(0)->setPen(pen(0, Qt::SolidLine, 3.0));
    curves_->graph(1)->setPen(pen(1, Qt::DashLine, 1.4));
    curves_->graph(2)->setPen(pen(2, Qt::DotLine, 1.6));
    difference_->graph(0)->setPen(pen(1, Qt::SolidLine, 1.2));
    difference_->graph(1)->setPen(pen(2, Qt::SolidLine, 1.2));
    for (QCustomPlot* plot : {curves_, difference_}) plot->replot();
}

void AcceleratorOverlay::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) colour();
    QWidget::changeEvent(event);
}

}  // namespace momentree::app

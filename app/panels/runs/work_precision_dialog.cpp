// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/work_precision_dialog.hpp"

#include <qcustomplot.h>

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSaveFile>
#include <QSpinBox>
#include <QThread>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/base/background.hpp"
#include "app/base/picture_record.hpp"
#include "app/base/quantity_field.hpp"
#include "app/base/theme/theme.hpp"
#include "app/panels/runs/run_table.hpp"
#include "app/plots/plot_export.hpp"
#include "app/plots/plot_style.hpp"
#include "app/runs/run_controller.hpp"
#include "app/runs/run_set.hpp"

namespace momentree::app {
namespace {

constexpr int usualCount = 6, mostCount = 12;
constexpr double usualDuration = 1.0;  ///< [s], or less if the run is shorter
constexpr double symbolSize = 7.0;

void label(QHBoxLayout* row, const QString& text, QWidget* field, const char* name) {
    auto* caption = new QLabel(text);
    caption->setBuddy(field);
    field->setObjectName(QString::fromLatin1(name));
    field->setAccessibleName(text);
    row->addWidget(caption);
    row->addWidget(field);
    row->addSpacing(8);
}

}  // namespace

WorkPrecisionDialog::WorkPrecisionDialog(const RunSet& runs, const RunController& onScreen,
                                         std::shared_ptr<const Catalogue> catalogue,
                                         QWidget* parent)
    : QDialog(parent),
      runs_(runs),
      model_(onScreen.sharedModel()),
      onScreen_(onScreen.session().spec()),
      catalogue_(std::move(catalogue)) {
    setObjectName("workPrecision");
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Work-precision diagram"));
    resize(820, 560);
    plot_ = new QCustomPlot(this);
    preparePlot(*plot_);
    showLegendAbove(*plot_, themeColors(isDark(palette())));
    plot_->legend->setWrap(3);
    plot_->setMinimumSize(420, 300);
    plot_->setAccessibleName(tr("Error versus cost"));
    progress_ = new QProgressBar(this);
    progress_->setObjectName("workProgress");
    said_ = new QLabel(this);
    said_->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeControls());
    layout->addWidget(plot_, 1);
    auto* foot = new QHBoxLayout;
    foot->addWidget(said_, 1);
    foot->addWidget(progress_);
    auto* save = new QPushButton(tr("&Export…"), this);
    foot->addWidget(save);
    layout->addLayout(foot);
    connect(save, &QPushButton::clicked, this, &WorkPrecisionDialog::exportPlot);
    start();
}

/// The computation ends after the current step without anyone waiting for it.
WorkPrecisionDialog::~WorkPrecisionDialog() { stop_.request_stop(); }

QWidget* WorkPrecisionDialog::makeControls() {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    duration_ = new QuantityField("s", bar);
    duration_->showValue(std::min(usualDuration, onScreen_.duration));
    label(row, tr("Duration"), duration_, "workDuration");
    count_ = new QSpinBox(bar);
    count_->setRange(2, mostCount);
    count_->setValue(usualCount);
    count_->setToolTip(tr("Each step is half the previous one; tolerances are a tenth"));
    label(row, tr("Steps"), count_, "workCount");
    reference_ = new QComboBox(bar);
    reference_->addItem(tr("computed with much higher accuracy"), 0);
    for (const RunItem& run : runs_.items())
        if (run.parent == 0) reference_->addItem(runIcon(run.style), run.name, run.id);
    reference_->setCurrentIndex(std::max(0, reference_->findData(runs_.reference())));
    reference_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    reference_->setMinimumContentsLength(22);
    label(row, tr("Against"), reference_, "workReference");
    cost_ = new QComboBox(bar);
    cost_->addItems({tr("wall time"), tr("evaluations"), tr("step or tolerance")});
    label(row, tr("Over"), cost_, "workCost");
    row->addStretch();
    run_ = new QPushButton(bar);
    run_->setObjectName("workRun");
    row->addWidget(run_);
    connect(run_, &QPushButton::clicked, this, [this] { busy_ ? stop() : start(); });
    connect(cost_, &QComboBox::currentIndexChanged, this, &WorkPrecisionDialog::draw);
    return bar;
}

RunSpec WorkPrecisionDialog::referenceSpec() const {
    if (const RunItem* run = runs_.find(reference_->currentData().toInt())) return run->spec;
    return accurateSpec(*catalogue_, *model_, onScreen_, count_->value());
}

void WorkPrecisionDialog::start() {
    methods_ = methodsOf(runs_);
    plan_ = workPlan(methods_, referenceSpec(), count_->value(), duration_->value());
    summaries_.assign(plan_.runs.size(), {});
    busy_ = true;
    stop_ = std::stop_source();
    run_->setText(tr("Cancel"));
    said_->setText(plan_.runs.size() == 1
                       ? tr("Computing 1 run in the background")
                       : tr("Computing %1 runs in the background").arg(plan_.runs.size()));
    progress_->setRange(0, static_cast<int>(plan_.runs.size()));
    progress_->setValue(0);
    progress_->show();
    draw();
    const int generation = ++generation_;
    StudyOptions options;
    options.jobs = std::max(1, QThread::idealThreadCount() - 1);
    const QPointer<WorkPrecisionDialog> self(this);
    // A pool thread may outlive the dialog, so results are passed through the event loop.
    options.onRun = [self, generation](std::size_t index, const RunSummary& summary) {
        QMetaObject::invokeMethod(
            qApp,
            [self, generation, index, summary] {
                if (self) self->take(generation, index, summary);
            },
            Qt::QueuedConnection);
    };
    inBackground(
        this,
        [catalogue = catalogue_, model = model_, plan = plan_.runs, options,
         token = stop_.get_token()] {
            return runStudy(*catalogue, model->description, plan, options, token);
        },
        [this, generation](const StudyOutcome& outcome) { finish(generation, outcome); });
}

void WorkPrecisionDialog::stop() { stop_.request_stop(); }

void WorkPrecisionDialog::take(int generation, std::size_t index, const RunSummary& summary) {
    if (generation != generation_) return;
    progress_->setValue(progress_->value() + 1);
    summaries_[index] = summary;
    draw();
}

void WorkPrecisionDialog::finish(int generation, const StudyOutcome& outcome) {
    if (generation != generation_) return;
    busy_ = false;
    run_->setText(tr("Compute again"));
    progress_->hide();
    const auto failed = std::ranges::count_if(summaries_, [](const RunSummary& run) {
        return !run.status.empty() && run.status != "done";
    });
    QString text = outcome.interrupted ? tr("Stopped; the finished runs are shown. ") : QString();
    const std::string& reference = summaries_.front().status;
    if (!reference.empty() && reference != "done")
        text += tr("Reference: %1. ").arg(QString::fromStdString(reference));
    else if (failed > 0)
        text += (failed == 1
                     ? tr("1 run failed, for example because of a too large step.")
                     : tr("%1 runs failed, for example because of too large steps.").arg(failed)) +
                ' ';
    text +=
        tr("Error: the largest distance of a centre of mass from the reference during the run.");
    said_->setText(text);
    draw();
}

double WorkPrecisionDialog::costOf(const WorkPrecisionPoint& point) const {
    switch (static_cast<Cost>(cost_->currentIndex())) {
        case Cost::Wall:
            return point.wall;
        case Cost::Evaluations:
            return static_cast<double>(point.evaluations);
        case Cost::Setting:
            break;
    }
    return point.step > 0.0 ? point.step : point.tolerance;
}

const WorkMethod& WorkPrecisionDialog::methodOf(const WorkPrecisionCurve& curve) const {
    return methods_[plan_.methods[curve.points.front().run]];
}

void WorkPrecisionDialog::draw() {
    const ThemeColors& colors = themeColors(isDark(palette()));
    plot_->clearPlottables();
    colourPlot(*plot_, colors);
    const std::array<QString, 3> costs{tr("wall time [s]"), tr("evaluations of the equations"),
                                       tr("step [s] or relative tolerance")};
    plot_->xAxis->setLabel(costs[static_cast<std::size_t>(std::max(0, cost_->currentIndex()))]);
    plot_->yAxis->setLabel(tr("error [m]"));
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) setAxisScale(*axis, true);
    curves_ = workPrecision(summaries_);
    int shape = QCPScatterStyle::ssCircle;
    for (const WorkPrecisionCurve& curve : curves_) {
        // Points are in the order of steps, since wall times scatter.
        auto* line = new QCPCurve(plot_->xAxis, plot_->yAxis);
        const WorkMethod& method = methodOf(curve);
        const SeriesStyle style = colors.style(method.style);
        line->setPen(style.pen());
        line->setScatterStyle(QCPScatterStyle(static_cast<QCPScatterStyle::ScatterShape>(shape),
                                              style.colour, style.colour, symbolSize));
        shape = shape < QCPScatterStyle::ssTriangle ? shape + 1 : QCPScatterStyle::ssCircle;
        line->setName(std::isnan(curve.order)
                          ? method.name
                          : tr("%1: order %2").arg(method.name).arg(curve.order, 0, 'f', 1));
        for (const WorkPrecisionPoint& point : curve.points)
            if (costOf(point) > 0.0 && point.maxError > 0.0)
                line->addData(costOf(point), point.maxError);
    }
    plot_->legend->setTextColor(colors.text);
    plot_->rescaleAxes();
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis})
        axis->setRange(axis->range().lower / 2.0, axis->range().upper * 2.0);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

QByteArray WorkPrecisionDialog::csv() const {
    QByteArray text = "method,step [s],tolerance,steps,evaluations,wall [s],error [m]\r\n";
    for (const WorkPrecisionCurve& curve : curves_)
        for (const WorkPrecisionPoint& p : curve.points)
            text += QStringLiteral("%1,%2,%3,%4,%5,%6,%7\r\n")
                        .arg(methodOf(curve).name)
                        .arg(p.step, 0, 'g', 17)
                        .arg(p.tolerance, 0, 'g', 17)
                        .arg(p.steps)
                        .arg(p.evaluations)
                        .arg(p.wall, 0, 'g', 17)
                        .arg(p.maxError, 0, 'g', 17)
                        .toUtf8();
    return text;
}

void WorkPrecisionDialog::exportPlot() {
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Export the diagram"), "work-precision.png",
                                     tr("Pictures (*.png);;PDF pages (*.pdf);;Tables (*.csv)"));
    if (file.isEmpty()) return;
    bool good = false;
    if (file.endsWith(".csv")) {
        QSaveFile out(file);
        const QByteArray text = csv();
        good = out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit();
    } else {
        std::vector<std::shared_ptr<const RunOrigin>> origins;
        for (const WorkMethod& method : methods_)
            origins.push_back(
                std::make_shared<const RunOrigin>(RunOrigin{model_, method.spec, {}}));
        const auto paintIt = [this](bool, const std::function<void(QCustomPlot&)>& paint) {
            paint(*plot_);
        };
        good = savePicture(paintIt, plot_->size(), isDark(palette()), pictureRecord(origins), file,
                           nullptr);
    }
    said_->setText(good ? tr("Wrote %1").arg(file) : tr("Cannot write %1").arg(file));
}

void WorkPrecisionDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && plot_) draw();
    QDialog::changeEvent(event);
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/studies/studies_panel.hpp"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QShowEvent>
#include <QSignalBlocker>
#include <QStandardPaths>
#include <QToolButton>
#include <cmath>

#include "app/base/diagnostic_text.hpp"
#include "app/base/quiet_button.hpp"
#include "app/base/segment_bar.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/panels/studies/metrics.hpp"
#include "app/panels/studies/study_files.hpp"
#include "app/panels/studies/study_texts.hpp"
#include "app/panels/studies/sweep_row.hpp"
#include "app/runs/run_verdict.hpp"
#include "app/runs/runs_study.hpp"
#include "app/runs/summary_texts.hpp"
#include "app/workspace/workspace.hpp"
#include "core/session/settings_of.hpp"
#include "core/study/tables.hpp"

namespace momentree::app {
namespace {

constexpr int leastChart = 145, leastMap = 215, footHeight = 48;  ///< [px]
constexpr int pause = 250;                                        ///< after typing [ms]
constexpr int roomForWords = 520;                                 ///< [px]
constexpr int roomForBoth = 620, roomForMap = 860;                ///< [px]
constexpr int roomBelow = 460, controlsWidth = 380;               ///< [px]
constexpr int mapTab = 1;

}  // namespace

StudiesPanel::StudiesPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      job_(new StudyJob(workspace.catalogue, this)),
      chart_(new StudyChart) {
    setObjectName("studies");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric::panelPadding, 8, metric::panelPadding, 4);
    layout->setSpacing(6);
    controls_ = new QWidget;
    auto* column = new QVBoxLayout(controls_);
    column->setContentsMargins(0, 0, 0, 0);
    for (QWidget* part : {makeHead(), form_ = makeRows(), makeView()}) column->addWidget(part);
    column->addStretch();
    body_ = new QBoxLayout(QBoxLayout::TopToBottom);
    body_->addWidget(controls_);
    body_->addWidget(chart_, 1);
    layout->addLayout(body_, 1);
    auto* foot = new QHBoxLayout;
    status_ = new QLabel;
    status_->setObjectName("studyStatus");
    status_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    status_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    add_ = new QPushButton(tr("Add to the runs"));
    add_->setObjectName("studyAdd");
    add_->setToolTip(tr("Computes the chosen run beside the others, with picture and plots"));
    foot->addWidget(status_, 1);
    foot->addWidget(add_);
    layout->addLayout(foot);
    soon_.setSingleShot(true);
    soon_.setInterval(pause);
    connect(&soon_, &QTimer::timeout, this, &StudiesPanel::plan);
    connect(job_, &StudyJob::advanced, this, &StudiesPanel::follow);
    connect(job_, &StudyJob::ended, this, [this](const QString& problem) {
        follow();
        if (!problem.isEmpty()) Q_EMIT failed(tr("The study was not finished"), problem);
    });
    connect(chart_, &StudyChart::chosenChanged, this, [this] { sayStatus({}); });
    connect(chart_, &StudyChart::pointed, this, &StudiesPanel::sayStatus);
    connect(add_, &QPushButton::clicked, this, &StudiesPanel::addChosen);
    const auto outdate = [this] {
        outdated_ = true;
        if (isVisible()) offer();
    };
    connect(&workspace, &Workspace::modelChanged, this, outdate);
    // Another run on screen does not take away what has been computed.
    connect(&workspace.run, &RunController::runChanged, this, [this, outdate] {
        if (!job_->busy() && job_->done() == 0) outdate();
    });
    followButtons();
}

StudiesPanel::~StudiesPanel() = default;

QWidget* StudiesPanel::makeHead() {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    title_ = new QLabel;
    title_->setObjectName("studyTitle");
    title_->setFont(textFont(TextSize::Title, font()));
    progress_ = new QProgressBar;
    progress_->setObjectName("studyProgress");
    progress_->setAccessibleName(tr("Finished runs"));
    progress_->setTextVisible(false);
    progress_->setMaximumWidth(140);
    progress_->hide();
    open_ = quietButton(tr("Open…"), "open", "studyOpen");
    open_->setToolTip(tr("Shows a study file with the runs that were computed before"));
    save_ = quietButton(tr("Save…"), "save", "studySave");
    save_->setToolTip(tr("Saves the study with its finished runs, also for momentree compare"));
    close_ = quietButton(tr("Close"), "close", "studyClose");
    close_->setToolTip(tr("Closes the study file, back to a sweep of the run on screen"));
    compute_ = new QPushButton;
    compute_->setObjectName("studyCompute");
    compute_->setProperty("role", "primary");
    row->addWidget(title_);
    row->addStretch(1);
    row->addWidget(progress_);
    row->addWidget(close_);
    row->addWidget(open_);
    row->addWidget(save_);
    row->addWidget(compute_);
    connect(close_, &QToolButton::clicked, this, &StudiesPanel::closeFile);
    connect(open_, &QToolButton::clicked, this, &StudiesPanel::askToOpen);
    connect(save_, &QToolButton::clicked, this, &StudiesPanel::askToSave);
    connect(compute_, &QPushButton::clicked, this,
            [this] { job_->busy() ? job_->cancel() : job_->compute(); });
    return head;
}

QWidget* StudiesPanel::makeRows() {
    auto* form = new QWidget;
    auto* grid = new QGridLayout(form);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    const QStringList captions{tr("Sweep"), tr("From"), tr("To"), tr("Values")};
    for (int k = 0; k < captions.size(); ++k) {
        auto* caption = new QLabel(captions[k]);
        caption->setFont(textFont(TextSize::Caption, font()));
        caption->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(caption, 0, k);
        if (k > 0) captions_ << caption;
    }
    for (int k = 0; k < 2; ++k) {
        rows_[static_cast<std::size_t>(k)] = new SweepRow(*grid, k + 1, k == 1, this);
        connect(rows_[static_cast<std::size_t>(k)], &SweepRow::changed, this,
                [this] { soon_.start(); });
    }
    return form;
}

QWidget* StudiesPanel::makeView() {
    auto* view = new QWidget;
    auto* row = new QHBoxLayout(view);
    row->setContentsMargins(0, 0, 0, 0);
    metric_ = new QComboBox;
    metric_->setObjectName("studyMetric");
    metric_->setAccessibleName(tr("Figure shown"));
    for (const StudyMetric& metric : studyMetrics()) {
        metric_->addItem(metric.title);
        metric_->setItemData(metric_->count() - 1, metric.meaning, Qt::ToolTipRole);
    }
    metric_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    metric_->setMinimumContentsLength(4);
    metric_->setCurrentIndex(metric_->findText(summaryText("drift")));
    over_ = new QComboBox;
    over_->setObjectName("studyOver");
    over_->setAccessibleName(tr("Over"));
    over_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    over_->setMinimumContentsLength(4);
    kind_ = new SegmentBar;
    kind_->setObjectName("studyKind");
    kind_->setAccessibleName(tr("Kind of chart"));
    kind_->addTab(tr("Curves"));
    kind_->addTab(tr("Map"));
    overWord_ = new QLabel(tr("over"));
    overWord_->setForegroundRole(QPalette::PlaceholderText);
    auto* copy = quietButton(tr("Copy table"), "duplicate", "studyCopy");
    copy->setToolButtonStyle(Qt::ToolButtonIconOnly);
    copy->setToolTip(tr("Copies all figures of the finished runs as a table"));
    row->addWidget(metric_, 1);
    row->addWidget(overWord_);
    row->addWidget(over_, 1);
    row->addWidget(kind_);
    row->addWidget(copy);
    connect(metric_, &QComboBox::activated, this, [this] {
        metricChosen_ = true;
        follow();
    });
    connect(over_, &QComboBox::activated, this, &StudiesPanel::follow);
    connect(kind_, &QTabBar::currentChanged, this, [this] {
        arrange();
        follow();
    });
    connect(copy, &QToolButton::clicked, this, &StudiesPanel::copyTable);
    return view;
}

void StudiesPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (outdated_) offer();
}

void StudiesPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

/// Where room is short, words give way whose meaning remains clear.
void StudiesPanel::arrange() {
    // Below the fields, the curves of a low panel would have no room. A map with names at both
    // axes needs width more than height.
    const bool map = kind_->currentIndex() == mapTab;
    const bool beside = width() >= (map ? roomForMap : roomForBoth) && height() < roomBelow;
    body_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    controls_->setMaximumWidth(beside ? controlsWidth : QWIDGETSIZE_MAX);
    // Panels may become lower than what they contain, and would crush the fields.
    controls_->setMinimumHeight(controls_->sizeHint().height());
    const int chart = map ? leastMap : leastChart;
    setMinimumHeight(controls_->minimumHeight() + (beside ? 0 : chart) + footHeight);
    const bool wide = width() >= roomForWords && !beside;
    for (QToolButton* button : {open_, save_})
        button->setToolButtonStyle(wide ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    overWord_->setVisible(wide);
}

/// What can be swept depends on the model and on the run on screen.
void StudiesPanel::offer() {
    outdated_ = false;
    const auto spec = workspace_.run.settings();
    const auto model = workspace_.run.wantedModel();
    const std::vector<Sweepable> all =
        spec && model ? sweepables(*workspace_.catalogue, *model, *spec) : std::vector<Sweepable>();
    for (SweepRow* row : rows_) row->offer(all);
    if (file_.isEmpty()) soon_.start();
}

/// The settings of the run on screen with the axes of the fields.
Study StudiesPanel::sweptStudy() const {
    Study study;
    const auto spec = workspace_.run.settings();
    const ModelDescription& model = workspace_.document.description();
    study.run = settingsOf(*spec, model.run);
    study.name = model.name;
    for (const SweepRow* row : rows_) {
        auto axis = row->axis();
        if (!axis) continue;
        // Each formulation with its usual integrator, unless integrators are swept.
        if (axis->name == "formulation") study.run.integrator.clear();
        study.sweep.push_back(std::move(*axis));
    }
    return study;
}

void StudiesPanel::plan() {
    if (!file_.isEmpty()) return;
    why_.clear();
    const auto spec = workspace_.run.settings();
    if (!spec) why_ = tr("Draw or open a mechanism that can run.");
    for (const SweepRow* row : rows_)
        if (why_.isEmpty()) why_ = row->problem();
    if (why_.isEmpty() && !std::isfinite(spec->duration))
        why_ = tr("Give the run a duration: a study needs runs that end.");
    if (why_.isEmpty() && !rows_[1]->isEmpty() && rows_[0]->axis()->name == rows_[1]->axis()->name)
        why_ = tr("Choose two different settings.");
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    if (!why_.isEmpty() ||
        !usePlan(sweptStudy(), workspace_.document.shared(), (cache + "/studies").toStdString()))
        job_->setPlan(nullptr);
}

bool StudiesPanel::usePlan(Study study, std::shared_ptr<const ModelDescription> model,
                           std::string folder) {
    auto runs = expand(study);
    if (!runs) {
        why_ = editText(runs.error().front());
        return false;
    }
    if (runs->size() > mostStudyRuns) {
        why_ = tr("%1 runs are too many for the window: at most %2. momentree compare computes "
                  "more.")
                   .arg(runs->size())
                   .arg(mostStudyRuns);
        return false;
    }
    const StudyPlan* before = job_->plan();
    if (before && before->folder == folder && before->model == model &&
        writeStudyText(before->study) == writeStudyText(study))
        return true;
    auto plan = std::make_shared<StudyPlan>();
    plan->grid = gridOf(study, runs->size());
    plan->study = std::move(study);
    plan->model = std::move(model);
    plan->runs = std::move(*runs);
    plan->folder = std::move(folder);
    chart_->clear();
    job_->setPlan(plan);
    fillOver();
    return true;
}

bool StudiesPanel::open(const QString& file, QString* why) {
    auto study = readStudyFile(file.toStdString());
    if (!study) {
        *why = diagnosticText(study.error().front());
        return false;
    }
    auto model = readModelOf(*study);
    if (!model) {
        *why = diagnosticText(model.error().front());
        return false;
    }
    soon_.stop();
    file_ = file;
    why_.clear();
    if (!usePlan(std::move(*study), std::move(*model), resultsFolderOf(file.toStdString()))) {
        *why = why_;
        closeFile();
        return false;
    }
    followButtons();
    return true;
}

void StudiesPanel::closeFile() {
    file_.clear();
    offer();
    followButtons();
}

bool StudiesPanel::saveAs(const QString& file, QString* why) {
    const StudyPlan* plan = job_->plan();
    if (!plan) return false;
    const auto saved =
        saveStudy(*plan, workspace_.document.file().toStdString(), file.toStdString());
    if (!saved) *why = diagnosticText(saved.error().front());
    return saved.has_value();
}

QString StudiesPanel::status() const { return status_->text(); }

/// An axis of ids is better above others: each of them is a curve.
void StudiesPanel::fillOver() {
    const QSignalBlocker quiet(over_);
    const QString before = over_->currentData().toString();
    over_->clear();
    int usual = -1;
    const auto& axes = job_->plan()->grid.axes;
    for (std::size_t k = 0; k < axes.size(); ++k) {
        over_->addItem(settingTitle(axes[k].name), QString::fromStdString(axes[k].name));
        if (usual < 0 && axes[k].isNumeric()) usual = static_cast<int>(k);
    }
    const int same = over_->findData(before);
    over_->setCurrentIndex(same >= 0 ? same : std::max(usual, 0));
}

void StudiesPanel::chooseTelling() {
    if (metricChosen_) return;
    for (const auto& run : job_->runs()) {
        if (!run || run->status != "done") continue;
        const auto model = workspace_.run.wantedModel();
        metric_->setCurrentIndex(
            static_cast<int>(tellingMetric(*run, !model || keepsEnergy(*model))));
        return;
    }
}

void StudiesPanel::follow() {
    const StudyPlan* plan = job_->plan();
    if (plan) {
        chooseTelling();
        const bool map = plan->grid.axes.size() == 2;
        kind_->setTabEnabled(1, map);
        kind_->setTabToolTip(1, map ? tr("One figure over two settings, by colour")
                                    : tr("A map needs two swept settings"));
        chart_->show(*plan, job_->runs(), metric(),
                     static_cast<std::size_t>(std::max(0, over_->currentIndex())),
                     kind_->currentIndex() == mapTab && map ? StudyChart::Kind::Map
                                                            : StudyChart::Kind::Curves);
    } else {
        chart_->clear();
    }
    followButtons();
    sayStatus({});
}

void StudiesPanel::followButtons() {
    const StudyPlan* plan = job_->plan();
    const std::size_t total = plan ? plan->runs.size() : 0, done = job_->done();
    const bool busy = job_->busy();
    form_->setVisible(file_.isEmpty());
    const bool ranges = rows_[0]->hasRange() || rows_[1]->hasRange();
    for (QLabel* caption : captions_) caption->setVisible(ranges);
    title_->setText(QFileInfo(file_).fileName());
    progress_->setVisible(busy);
    progress_->setRange(0, static_cast<int>(std::max<std::size_t>(total, 1)));
    progress_->setValue(static_cast<int>(done));
    compute_->setText(busy                       ? tr("Cancel")
                      : done > 0 && done < total ? tr("Resume, %1 left").arg(total - done)
                      : total > 0                ? tr("Compute %1").arg(runCount(total))
                                                 : tr("Compute"));
    compute_->setEnabled(busy || (total > done && !job_->reading()));
    save_->setVisible(file_.isEmpty());
    save_->setEnabled(plan != nullptr);
    close_->setVisible(!file_.isEmpty());
}

const StudyMetric& StudiesPanel::metric() const {
    return studyMetrics()[static_cast<std::size_t>(std::max(0, metric_->currentIndex()))];
}

void StudiesPanel::sayStatus(std::optional<std::size_t> pointed) {
    const auto chosen = chart_->chosen();
    const auto told = pointed ? pointed : chosen;
    add_->setVisible(chosen.has_value() && file_.isEmpty());
    const StudyPlan* plan = job_->plan();
    const QString text = !plan                               ? why_
                         : told && *told < plan->runs.size() ? runText(*job_, *told, metric())
                                                             : jobText(*job_);
    status_->setText(text);
    status_->setToolTip(text);
}

void StudiesPanel::addChosen() {
    const auto chosen = chart_->chosen();
    if (!chosen || !job_->plan() || !workspace_.run.hasRun()) return;
    workspace_.runs.add(requestOf(job_->plan()->runs[*chosen], *workspace_.catalogue,
                                  workspace_.run.sharedModel()));
    Q_EMIT said(
        tr("%1 is computed beside the other runs").arg(settingsText(*job_->plan(), *chosen)));
}

void StudiesPanel::copyTable() {
    std::vector<RunSummary> finished;
    for (const auto& run : job_->runs())
        if (run) finished.push_back(*run);
    if (finished.empty()) return Q_EMIT said(tr("No run is finished yet"));
    QApplication::clipboard()->setText(QString::fromStdString(summaryCsv(finished)));
    Q_EMIT said(tr("Copied the figures of %1").arg(runCount(finished.size())));
}

void StudiesPanel::askToOpen() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a study"),
                                                      QFileInfo(workspace_.document.file()).path(),
                                                      tr("Studies (*.study.json)"));
    QString why;
    if (!file.isEmpty() && !open(file, &why)) Q_EMIT failed(tr("The study cannot be shown"), why);
}

void StudiesPanel::askToSave() {
    const ModelDocument& document = workspace_.document;
    if (document.file().isEmpty() || document.modified())
        return Q_EMIT failed(tr("The model is not saved yet"),
                             tr("A study names the file of its model: save the model first."));
    const QFileInfo model(document.file());
    QString file = QFileDialog::getSaveFileName(
        this, tr("Save the study"),
        model.absolutePath() + "/" + model.fileName().section('.', 0, 0) + ".study.json",
        tr("Studies (*.study.json)"));
    if (file.isEmpty()) return;
    if (!file.endsWith(".study.json")) file += ".study.json";
    QString why;
    if (saveAs(file, &why))
        Q_EMIT said(tr("Wrote %1").arg(file));
    else
        Q_EMIT failed(tr("The study was not saved"), why);
}

}  // namespace momentree::app

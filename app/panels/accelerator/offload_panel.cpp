// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/offload_panel.hpp"

#include <QButtonGroup>
#include <QDateTime>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTextTable>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/scrolling.hpp"
#include "app/panels/accelerator/accelerator_overlay.hpp"
#include "app/panels/accelerator/accelerator_panel.hpp"
#include "app/panels/accelerator/open_accelerator.hpp"
#include "app/panels/accelerator/swing_up_view.hpp"
#include "app/panels/accelerator/timing_chart.hpp"
#include "app/panels/accelerator/what_if.hpp"
#include "app/plots/plot_export.hpp"
#include "app/runs/run_controller.hpp"
#include "fpga_link/offload/bar_chain.hpp"
#include "fpga_link/offload/board_message.hpp"
#include "fpga_link/offload/board_stepper.hpp"

namespace momentree::app {
namespace {

constexpr int lowest = 24;  ///< of views that scroll, in a low window [px]

std::string buildText() {
#ifdef NDEBUG
    const std::string kind = "optimised";
#else
    const std::string kind = "not optimised";
#endif
    return "Momentree " MOMENTREE_VERSION ", " + kind + ", compiler " __VERSION__;
}

/// The report for a narrow panel; its own page keeps each table row on one line.
QString pageOf(const fpga::OffloadReport& report) {
    static const QRegularExpression style(QStringLiteral("<style>.*</style>"),
                                          QRegularExpression::DotMatchesEverythingOption);
    return QString::fromStdString(fpga::reportHtml(report))
        .replace(style, QStringLiteral("<style>th, td { text-align: left; padding: 2px 6px 2px 0; "
                                       "border-bottom: 1px solid gray; }"
                                       ".modelled { font-style: italic; }</style>"));
}

void fitTables(const QTextDocument& document) {
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (table == nullptr) continue;
        QTextTableFormat format = table->format();
        // Borders come on top.
        format.setWidth(QTextLength(QTextLength::PercentageLength, 99.0));
        table->setFormat(format);
    }
}

/// The current activity of the worker, in the words of the measurement.
QString newsText(const QString& what) {
    if (what == "software of this machine") return OffloadPanel::tr("Measuring this PC…");
    if (what == "steps on this machine") return OffloadPanel::tr("Measuring steps on this PC…");
    if (what == "clocks of the fabric")
        return OffloadPanel::tr("Counting clock cycles of the accelerator…");
    return OffloadPanel::tr("Measuring the board…");
}

}  // namespace

OffloadPanel::OffloadPanel(RunController& run, AcceleratorPanel& accelerator, QWidget* parent)
    : QWidget(parent), run_(run), accelerator_(accelerator) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    tabs_ = new QTabWidget(this);
    tabs_->setObjectName("offloadTabs");
    tabs_->setAccessibleName(tr("Views of the comparison"));
    tabs_->setDocumentMode(true);
    whatIf_ = new WhatIf(this);
    overlay_ = new AcceleratorOverlay(run, accelerator, this);
    swingUp_ = new SwingUpView(accelerator, this);
    // Each view scrolls by itself where it is higher than the panel, so that the others fill it.
    const auto add = [this](QWidget* view, const QString& title) {
        QScrollArea* scroll = scrolling(view, this);
        scroll->setAccessibleName(title);
        scroll->setMinimumHeight(lowest);
        tabs_->addTab(scroll, title);
    };
    tabs_->addTab(makePhases(), tr("Phases"));
    add(whatIf_, tr("Waterfall"));
    add(overlay_, tr("Trajectories"));
    tabs_->addTab(makeReport(), tr("Report"));
    add(swingUp_, tr("Swing-up"));
    layout->addWidget(tabs_, 1);
    say(tr("Compares this PC with the board selected in the panel Board."));
    connect(measure_, &QPushButton::clicked, this, &OffloadPanel::measure);
    connect(&run_, &RunController::runChanged, this, [this] { measure_->setEnabled(!measuring_); });
    connect(&run_.playback(), &Playback::stateChanged, this,
            [this] { measure_->setEnabled(run_.hasRun() && !measuring_); });
    measure_->setEnabled(run_.hasRun());
    constexpr int lookInterval_ms = 200;
    look_.setInterval(lookInterval_ms);
    connect(&look_, &QTimer::timeout, this, [this] {
        if (const char* what = *news_) say(newsText(QString::fromLatin1(what)));
    });
}

OffloadPanel::~OffloadPanel() { stop_.request_stop(); }

QWidget* OffloadPanel::makeHead() {
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(10, 8, 10, 8);
    row->setSpacing(10);
    measure_ = new QPushButton(tr("Measure"), head);
    measure_->setObjectName("offloadMeasure");
    measure_->setToolTip(
        tr("Measures functions, steps and a batch of the model on screen, here and on the board. "
           "This takes some seconds; running simulations disturb it."));
    state_ = new QLabel(head);
    state_->setObjectName("offloadState");
    state_->setWordWrap(true);
    row->addWidget(measure_, 0, Qt::AlignTop);
    row->addWidget(state_, 1);
    return head;
}

QWidget* OffloadPanel::makePhases() {
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(2);
    const auto button = [&](const char* name, const QString& text, const QString& tip) {
        auto* made = new QToolButton(page);
        made->setObjectName(QString::fromLatin1(name));
        made->setText(text);
        made->setToolTip(tip);
        made->setAutoRaise(true);
        made->setCheckable(true);
        made->setFocusPolicy(Qt::StrongFocus);
        connect(made, &QToolButton::clicked, this, &OffloadPanel::showPhases);
        bar->addWidget(made);
        return made;
    };
    const auto choice = [this](std::initializer_list<QToolButton*> buttons) {
        auto* group = new QButtonGroup(this);
        for (QToolButton* each : buttons) group->addButton(each);
        (*buttons.begin())->setChecked(true);
    };
    step_ = button("phasesStep", tr("Step"), tr("A step of the model, phase by phase"));
    functions_ = button("phasesFunctions", tr("Functions"),
                        tr("Update, assembly and inverse, called separately over the network"));
    bar->addStretch(1);
    sideBySide_ = button("phasesSideBySide", tr("Side by side"), tr("One bar for each part"));
    stacked_ = button("phasesStacked", tr("Stacked"), tr("One bar for each processor"));
    logarithmic_ = button("phasesLog", tr("Log"), tr("Logarithmic scale"));
    choice({step_, functions_});
    choice({sideBySide_, stacked_});
    logarithmic_->setChecked(true);
    layout->addLayout(bar);
    chart_ = new TimingChart(page);
    chart_->setObjectName("timingChart");
    auto* scroll = new QScrollArea(page);
    scroll->setWidget(chart_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Times by phase"));
    scroll->setMinimumHeight(lowest);
    layout->addWidget(scroll, 1);
    breakEven_ = new QLabel(page);
    breakEven_->setObjectName("breakEven");
    breakEven_->setWordWrap(true);
    breakEven_->setContentsMargins(12, 6, 12, 8);
    breakEven_->hide();
    layout->addWidget(breakEven_);
    return page;
}

QWidget* OffloadPanel::makeReport() {
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    report_ = new QTextBrowser(page);
    report_->setObjectName("offloadReport");
    report_->setAccessibleName(tr("Report on software and accelerator"));
    report_->setFrameShape(QFrame::NoFrame);
    report_->setMinimumHeight(lowest);
    report_->setPlaceholderText(tr("The report appears after the board is measured."));
    save_ = new QPushButton(tr("Save report…"), page);
    save_->setObjectName("offloadSave");
    save_->setEnabled(false);
    connect(save_, &QPushButton::clicked, this, &OffloadPanel::chooseFile);
    layout->addWidget(report_, 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(10, 4, 10, 8);
    foot->addStretch(1);
    foot->addWidget(save_);
    layout->addLayout(foot);
    return page;
}

QString OffloadPanel::state() const { return state_->text(); }

void OffloadPanel::say(const QString& text, bool problem) {
    state_->setText(text);
    state_->setAccessibleName(text);
    QPalette colours = palette();
    if (problem) colours.setColor(QPalette::WindowText, themeColors(isDark(colours)).error);
    state_->setPalette(colours);
}

/// The model on screen, or two bars if a board cannot be measured with it.
std::optional<fpga::BoardQuestion> OffloadPanel::question(QString& note) const {
    fpga::BoardQuestion question{run_.sharedModel(), run_.session().spec()};
    if (question.spec.integrator != "explicit-euler") question.spec.integrator = "rk4";
    question.spec.formulation = "hdca";
    const Diagnostics refusal = fpga::measureRefusal(*question.model, question.spec);
    if (refusal.empty()) return question;
    const auto bars = buildModel(fpga::barModel(2));
    if (!bars) return std::nullopt;
    note = tr("Measured with a double pendulum, because a board cannot be measured with the model "
              "on screen "
              "(%1).")
               .arg(diagnosticText(refusal.front()));
    question.model = *bars;
    question.spec.step = 1e-4;
    question.spec.sample = 1e-2;
    question.spec.duration = 1.0;
    return question;
}

void OffloadPanel::measure() {
    if (measuring_ || !run_.hasRun()) return;
    note_.clear();
    const auto asked = question(note_);
    if (!asked) return;
    measuring_ = true;
    measure_->setEnabled(false);
    say(tr("Connecting to %1…").arg(accelerator_.address()));
    news_ = std::make_shared<std::atomic<const char*>>(nullptr);
    look_.start();
    inBackground(
        this,
        [address = accelerator_.address(), question = *asked, news = news_,
         stop = stop_.get_token()] {
            return measureAt(
                address, question, [&](const char* what) { *news = what; }, stop);
        },
        [this](const Outcome& outcome) { take(outcome); });
}

OffloadPanel::Outcome OffloadPanel::measureAt(const QString& address,
                                              const fpga::BoardQuestion& question,
                                              const std::function<void(const char*)>& news,
                                              const std::stop_token& stop) {
    auto board = openAccelerator(address, stop);
    if (!board) return {{}, messageText(fpga::boardMessage(board.error()))};
    auto measured = fpga::measureBoard(board->client, question, news, stop);
    if (!measured) return {{}, diagnosticText(measured.error().front())};
    return {std::move(*measured), {}};
}

void OffloadPanel::take(const Outcome& outcome) {
    measuring_ = false;
    look_.stop();
    measure_->setEnabled(run_.hasRun());
    if (!outcome.measurement) return say(outcome.problem, true);
    measurement_ = *outcome.measurement;
    measure_->setText(tr("Measure again"));
    fpga::OffloadReport& report = measurement_->report;
    report.date = QDateTime::currentDateTime().toString(Qt::ISODate).toStdString();
    report.build = buildText();
    const auto& board = measurement_->board;
    const bool modelled = board.timing == fpga::wire::TimingSource::Modelled;
    const QString done =
        (modelled ? tr("Measured this PC; times of the %1 on %2 are modelled.")
                  : tr("Measured this PC and the %1 on %2."))
            .arg(QString::fromStdString(board.device), QString::fromStdString(board.machine));
    QStringList said{note_.isEmpty() ? done : note_};
    if (measurement_->remark) said << messageText(*measurement_->remark);
    say(said.join(' '));
    whatIf_->setMeasurement(*measurement_);
    report_->setHtml(pageOf(report));
    fitTables(*report_->document());
    save_->setEnabled(true);
    breakEven_->setText(QString::fromStdString(fpga::breakEvenText(report)));
    breakEven_->show();
    showPhases();
}

void OffloadPanel::showPhases() {
    chart_->setArrangement(stacked_->isChecked() ? TimingChart::Arrangement::Stacked
                                                 : TimingChart::Arrangement::SideBySide);
    logarithmic_->setEnabled(sideBySide_->isChecked());
    chart_->setLogarithmic(logarithmic_->isChecked());
    if (measurement_)
        chart_->setTable(functions_->isChecked() ? measurement_->functions : measurement_->step);
}

bool OffloadPanel::saveReport(const QString& path, QString* problem) const {
    if (!measurement_) return false;
    const fpga::OffloadReport& report = measurement_->report;
    const std::string text = path.endsWith(".csv")  ? fpga::reportCsv(report)
                             : path.endsWith(".md") ? fpga::reportText(report)
                                                    : fpga::reportHtml(report);
    return saveText(QByteArray::fromStdString(text), path, problem);
}

void OffloadPanel::chooseFile() {
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the report"), "software-and-fabric.html",
                                     tr("Web page (*.html);;Markdown (*.md);;Table (*.csv)"));
    if (path.isEmpty()) return;
    QString problem;
    if (saveReport(path, &problem))
        say(tr("Saved to %1.").arg(path));
    else
        say(problem, true);
}

}  // namespace momentree::app

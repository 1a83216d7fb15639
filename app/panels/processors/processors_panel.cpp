// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/processors/processors_panel.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <thread>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/quiet_button.hpp"
#include "app/base/segment_bar.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/base/value_text.hpp"
#include "app/panels/processors/gain_map.hpp"
#include "app/panels/processors/join_board.hpp"
#include "app/panels/processors/schedule_chart.hpp"

namespace momentree::app {
namespace {

constexpr double nano = 1e9, micro = 1e6;
constexpr int startBodies = 8, mostBodies = 32, mostHands = 16;

int machineThreads() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

QString timeOf(double seconds) { return nanosecondsText(seconds * nano); }

QLabel* wrapped(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}  // namespace

ProcessorsPanel::ProcessorsPanel(std::shared_ptr<const Catalogue> catalogue, QWidget* parent)
    : QWidget(parent), catalogue_(std::move(catalogue)) {
    setObjectName("processors");
    auto* parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(makeBoard());
    parts->addWidget(makeResults());
    parts->setStretchFactor(0, 2);
    parts->setStretchFactor(1, 3);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric::panelPadding, 8, metric::panelPadding, 6);
    layout->addWidget(parts);
    setBodies();
}

QWidget* ProcessorsPanel::makeBoard() {
    auto* left = new QWidget;
    auto* layout = new QVBoxLayout(left);
    layout->setContentsMargins(0, 0, 8, 0);
    layout->setSpacing(6);
    bodies_ = new QSpinBox;
    bodies_->setObjectName("joinLinks");
    bodies_->setAccessibleName(tr("Number of links"));
    bodies_->setRange(2, mostBodies);
    bodies_->setValue(startBodies);
    bodies_->setSuffix(tr(" links"));
    undo_ = quietButton(tr("Undo"), "undo", "joinUndo");
    clear_ = quietButton(tr("Clear"), "delete", "joinClear");
    balanced_ = quietButton(tr("Halves"), "tree", "joinBalanced");
    balanced_->setToolTip(tr("Joins neighbours into pairs, pairs into fours, and so on"));
    oneByOne_ = quietButton(tr("One by one"), "array", "joinOneByOne");
    oneByOne_->setToolTip(tr("Joins link by link from the tip"));
    undo_->setToolButtonStyle(Qt::ToolButtonIconOnly);
    undo_->setToolTip(tr("Takes the last join back"));
    clear_->setToolButtonStyle(Qt::ToolButtonIconOnly);
    clear_->setToolTip(tr("Takes all joins back"));
    auto* row = new QHBoxLayout;
    for (QWidget* part : std::initializer_list<QWidget*>{bodies_, balanced_, oneByOne_})
        row->addWidget(part);
    row->addStretch(1);
    row->addWidget(undo_);
    row->addWidget(clear_);
    layout->addLayout(row);
    board_ = new JoinBoard;
    layout->addWidget(board_, 1);
    status_ = wrapped("joinStatus");
    layout->addWidget(status_);
    connect(bodies_, &QSpinBox::valueChanged, this, &ProcessorsPanel::setBodies);
    connect(undo_, &QToolButton::clicked, board_, &JoinBoard::undo);
    connect(board_, &JoinBoard::changed, this, &ProcessorsPanel::follow);
    const auto plan = [this](QToolButton* button, JoinPlan (*make)(int)) {
        connect(button, &QToolButton::clicked, this, [this, make] {
            board_->setPlan(make(bodies_->value()));
            follow();
        });
    };
    plan(clear_, [](int bodies) { return JoinPlan(bodies); });
    plan(balanced_, &JoinPlan::balanced);
    plan(oneByOne_, &JoinPlan::oneByOne);
    return left;
}

QWidget* ProcessorsPanel::makeResults() {
    auto* right = new QWidget;
    auto* layout = new QVBoxLayout(right);
    layout->setContentsMargins(8, 0, 0, 0);
    layout->setSpacing(6);
    hands_ = new QSpinBox;
    hands_->setObjectName("joinHands");
    hands_->setAccessibleName(tr("Number of processors"));
    hands_->setRange(1, mostHands);
    hands_->setValue(2);
    hands_->setSuffix(tr(" processors"));
    handOver_ = new QDoubleSpinBox;
    handOver_->setObjectName("joinHandOver");
    handOver_->setAccessibleName(tr("Time to hand a result to another processor"));
    handOver_->setToolTip(handOver_->accessibleName());
    handOver_->setRange(0.0, 1000.0);
    handOver_->setDecimals(1);
    handOver_->setSingleStep(0.5);
    handOver_->setPrefix(tr("hand-over "));
    handOver_->setSuffix(tr(" µs"));
    view_ = new SegmentBar;
    view_->setObjectName("joinView");
    view_->setAccessibleName(tr("Shown"));
    view_->addTab(tr("Schedule"));
    view_->addTab(tr("When it pays"));
    measure_ = new QPushButton(tr("Measure"));
    measure_->setObjectName("joinMeasure");
    measure_->setToolTip(tr("Measures the parts of a step of such a chain on this computer"));
    const auto addRow = [layout](QWidget* first, QWidget* last) {
        auto* row = new QHBoxLayout;
        row->addWidget(first);
        row->addStretch(1);
        row->addWidget(last);
        layout->addLayout(row);
    };
    addRow(hands_, handOver_);
    addRow(view_, measure_);
    chart_ = new ScheduleChart;
    chart_->setMinimumHeight(8 * fontMetrics().lineSpacing());  // axis, rows, key
    map_ = new GainMap;
    views_ = new QStackedWidget;
    views_->addWidget(chart_);
    views_->addWidget(map_);
    layout->addWidget(views_, 1);
    findings_ = wrapped("joinFindings");
    layout->addWidget(findings_);
    connect(hands_, &QSpinBox::valueChanged, this, &ProcessorsPanel::follow);
    connect(handOver_, &QDoubleSpinBox::valueChanged, this, &ProcessorsPanel::follow);
    connect(view_, &QTabBar::currentChanged, views_, &QStackedWidget::setCurrentIndex);
    connect(measure_, &QPushButton::clicked, this, &ProcessorsPanel::measure);
    return right;
}

void ProcessorsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!parts_) measure();
}

void ProcessorsPanel::setBodies() {
    board_->setPlan(JoinPlan(bodies_->value()));
    follow();
}

void ProcessorsPanel::measure() {
    if (busy_) return;
    busy_ = true;
    const int threads = std::min(hands_->value(), machineThreads());
    inBackground(
        this,
        [catalogue = catalogue_, bodies = bodies_->value(), threads] {
            return measureStepParts(*catalogue, bodies, threads);
        },
        [this](Result<StepParts> parts) { take(std::move(parts)); });
    follow();
}

void ProcessorsPanel::take(Result<StepParts> parts) {
    busy_ = false;
    if (!parts) {
        parts_.reset();
        follow();
        findings_->setText(diagnosticText(parts.error().front()));
        return;
    }
    parts_ = *std::move(parts);
    {
        const QSignalBlocker still(handOver_);
        handOver_->setValue(parts_->costs.handOver * micro);
    }
    follow();
}

/// Measured ones, with the hand-over that the user set.
JoinCosts ProcessorsPanel::costs() const {
    constexpr double one = 1.0 / micro;
    JoinCosts costs = parts_ ? parts_->costs : JoinCosts{one, one, one, one, 0.0};
    costs.handOver = handOver_->value() / micro;
    return costs;
}

void ProcessorsPanel::follow() {
    const JoinPlan& plan = board_->plan();
    measure_->setEnabled(!busy_);
    undo_->setEnabled(plan.joins() > 0);
    clear_->setEnabled(plan.joins() > 0);
    const bool fits = parts_ && parts_->bodies == plan.bodies();
    chart_->show(schedule(plan, hands_->value(), costs()), hands_->value(), costs(),
                 fits ? parts_->measured : std::vector<ScheduledTask>(),
                 fits ? parts_->threads : 0);
    if (parts_) map_->show(costs(), parts_->bodyByBody);
    if (plan.complete())
        status_->setText(
            tr("All links are joined. The base follows, then every join is split "
               "again, from the top down."));
    else if (plan.joins() == 0)
        status_->setText(tr("Click a link, then its neighbour, to join them. %1 joins to make.")
                             .arg(plan.bodies() - 1));
    else
        status_->setText(tr("%1 of %2 joins made.").arg(plan.joins()).arg(plan.bodies() - 1));
    findings_->setText(findings());
}

QString ProcessorsPanel::findings() const {
    if (busy_) return tr("Measuring…");
    if (!parts_) return tr("Every part takes 1 µs until its time is measured.");
    const JoinSchedule& made = chart_->planned();
    const JoinPlan& plan = board_->plan();
    QStringList text;
    if (plan.complete())
        text << tr("<b>%1 on %2 processors</b>: %3 of work, longest path %4.")
                    .arg(timeOf(made.span))
                    .arg(hands_->value())
                    .arg(timeOf(made.work), timeOf(made.longestPath));
    text << tr("Recursion on one: %1.").arg(timeOf(parts_->bodyByBody * plan.bodies()));
    if (parts_->bodies == plan.bodies())
        text << tr("This program with %1 threads: %2 while it is timed node by node, %3 otherwise.")
                    .arg(parts_->threads)
                    .arg(timeOf(parts_->span), timeOf(parts_->untimed));
    return text.join(' ');
}

QString ProcessorsPanel::status() const { return findings_->text(); }

}  // namespace momentree::app

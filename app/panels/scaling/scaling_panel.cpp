// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/scaling/scaling_panel.hpp"

#include <QApplication>
#include <QBoxLayout>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <thread>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/quiet_button.hpp"
#include "app/base/segment_bar.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

constexpr int permille = 1000;
constexpr int leastBodies = 2;

/// Those of the papers, and dense multipliers beside them.
bool isUsual(const std::string& id) {
    return id == "hdca" || id == "naudet" || id == "index3-dca" || id == "lagrange-index1";
}

int processors() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

/// The curves as rows that a spreadsheet takes.
QString costTable(const CostFigure& figure) {
    QString text = QStringLiteral(
        "formulation\tintegrator\tthreads\tbodies\tmedian [s]\t"
        "fastest [s]\tslowest [s]\n");
    for (const CostCurve& curve : figure.curves)
        for (const CostPoint& point : curve.points)
            text += QStringLiteral("%1\t%2\t%3\t%4\t%5\t%6\t%7\n")
                        .arg(QString::fromStdString(curve.formulation),
                             QString::fromStdString(curve.integrator))
                        .arg(curve.threads)
                        .arg(point.bodies)
                        .arg(point.median)
                        .arg(point.fastest)
                        .arg(point.slowest);
    return text;
}

}  // namespace

ScalingPanel::ScalingPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace), status_(new QLabel), chart_(new ScalingChart) {
    setObjectName("scaling");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric::panelPadding, 8, metric::panelPadding, 4);
    layout->setSpacing(6);
    layout->addWidget(makeHead());
    layout->addWidget(chart_, 1);
    status_->setObjectName("scalingStatus");
    status_->setWordWrap(true);
    status_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* foot = new QHBoxLayout;
    foot->addWidget(status_, 1);
    foot->addWidget(progress_);
    foot->addWidget(copy_);
    layout->addLayout(foot);
    status_->setText(
        tr("Measures mechanisms made for it, not the one on screen: 2 to 256 bodies by default."));
    follow();
}

ScalingPanel::~ScalingPanel() { cancel(); }

QWidget* ScalingPanel::makeHead() {
    auto* head = new QWidget;
    auto* rows = new QVBoxLayout(head);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(6);
    family_ = new SegmentBar;
    family_->setObjectName("scalingFamily");
    family_->setAccessibleName(tr("Mechanism"));
    family_->addTab(tr("Chain"));
    family_->addTab(tr("Ladder"));
    family_->setTabToolTip(0, tr("Links in a row: no loops"));
    family_->setTabToolTip(1, tr("Four-bar windows in a row: a loop for every two bodies"));
    formulations_ = quietButton(tr("Formulations"), "method", "scalingFormulations");
    formulations_->setPopupMode(QToolButton::InstantPopup);
    menu_ = new QMenu(formulations_);
    formulations_->setMenu(menu_);
    fillFormulations();
    most_ = new QComboBox;
    most_->setObjectName("scalingMost");
    most_->setAccessibleName(tr("Largest number of bodies"));
    most_->setAccessibleDescription(tr("Largest number of bodies"));  // the name is the choice
    most_->setToolTip(tr("Largest number of bodies"));
    for (int bodies = 16; bodies <= 1024; bodies *= 2)
        most_->addItem(tr("up to %1").arg(bodies), bodies);
    most_->setCurrentIndex(most_->findData(256));
    threads_ = new QCheckBox(tr("With threads"));
    threads_->setObjectName("scalingThreads");
    threads_->setToolTip(
        tr("Also with 2 to %1 threads, where the formulation can use them").arg(processors()));
    threads_->setEnabled(processors() > 1);
    over_ = new SegmentBar;
    over_->setObjectName("scalingOver");
    over_->setAccessibleName(tr("Shown over"));
    over_->addTab(tr("Bodies"));
    over_->addTab(tr("Threads"));
    copy_ = quietButton(tr("Copy table"), "duplicate", "scalingCopy");
    copy_->setToolButtonStyle(Qt::ToolButtonIconOnly);
    copy_->setToolTip(tr("Copies all measured times as a table"));
    progress_ = new QProgressBar;
    progress_->setRange(0, permille);
    progress_->setTextVisible(false);
    progress_->setMaximumWidth(120);
    progress_->setAccessibleName(tr("Measured share"));
    measure_ = new QPushButton;
    measure_->setObjectName("scalingMeasure");
    measure_->setProperty("role", "primary");
    using Parts = std::initializer_list<QWidget*>;
    const auto addRow = [rows](Parts left, Parts right) {
        auto* row = new QHBoxLayout;
        for (QWidget* part : left) row->addWidget(part);
        row->addStretch(1);
        for (QWidget* part : right) row->addWidget(part);
        rows->addLayout(row);
    };
    addRow({family_, formulations_}, {measure_});
    addRow({most_, threads_}, {over_});
    connect(over_, &QTabBar::currentChanged, chart_, [this](int index) {
        chart_->showOver(index == 0 ? ScalingChart::Over::Bodies : ScalingChart::Over::Threads);
    });
    connect(copy_, &QToolButton::clicked, this, &ScalingPanel::copyTable);
    connect(measure_, &QPushButton::clicked, this, [this] { busy_ ? cancel() : measure(); });
    return head;
}

void ScalingPanel::fillFormulations() {
    for (const Choice& choice : workspace_.catalogue->formulations()) {
        QAction* action = menu_->addAction(QString::fromStdString(choice.id));
        action->setToolTip(QString::fromStdString(choice.title));
        action->setCheckable(true);
        action->setChecked(isUsual(choice.id));
        connect(action, &QAction::toggled, this, &ScalingPanel::follow);
    }
    menu_->setToolTipsVisible(true);
}

CostPlan ScalingPanel::plan() const {
    CostPlan plan;
    plan.family = family_->currentIndex() == 0 ? CostFamily::Chain : CostFamily::Ladder;
    for (const QAction* action : menu_->actions())
        if (action->isChecked()) plan.formulations.push_back(action->text().toStdString());
    for (int bodies = leastBodies; bodies <= most_->currentData().toInt(); bodies *= 2)
        plan.bodies.push_back(bodies);
    if (threads_->isChecked()) {
        for (int threads = 2; threads < processors(); threads *= 2) plan.threads.push_back(threads);
        plan.threads.push_back(processors());
    }
    return plan;
}

void ScalingPanel::measure() {
    if (busy_) return;
    busy_ = true;
    stop_ = std::stop_source();
    const QPointer<ScalingPanel> self(this);
    const auto told = [self](double share) {
        QMetaObject::invokeMethod(
            qApp,
            [self, share] {
                if (self) self->progress_->setValue(static_cast<int>(share * permille));
            },
            Qt::QueuedConnection);
    };
    workspace_.run.playback().pause();
    status_->setText(tr("Measuring. Other work of the computer disturbs the times."));
    progress_->setValue(0);
    follow();
    inBackground(
        this,
        [catalogue = workspace_.catalogue, plan = plan(), stop = stop_.get_token(), told] {
            return costOverBodies(*catalogue, plan, stop, told);
        },
        [this, stop = stop_.get_token()](Result<CostFigure> figure) {
            take(std::move(figure), stop.stop_requested());
        });
}

void ScalingPanel::cancel() { stop_.request_stop(); }

void ScalingPanel::take(Result<CostFigure> figure, bool cancelled) {
    busy_ = false;
    if (!figure) {
        status_->clear();
        Q_EMIT failed(tr("The costs were not measured"), diagnosticText(figure.error().front()));
    } else {
        QStringList words;
        if (cancelled) words << tr("Cancelled; larger mechanisms are missing.");
        for (const CostCurve& curve : figure->curves)
            if (curve.ended)
                words << tr("%1 ends at %2 bodies: %3.")
                             .arg(QString::fromStdString(curve.formulation))
                             .arg(curve.points.empty() ? 0 : curve.points.back().bodies)
                             .arg(messageText(*curve.ended));
        for (const ThreadGain& gain : threadGains(*figure))
            words << tr("%1 with %2 threads: %3 times as fast at %4 bodies.")
                         .arg(QString::fromStdString(gain.formulation))
                         .arg(gain.threads.back())
                         .arg(QString::number(gain.speedups.back(), 'f', 1))
                         .arg(gain.bodies);
        if (words.isEmpty())
            words << tr("Median of %1 rounds; n^p is the order between the largest mechanism and "
                        "one of a quarter of its size.")
                         .arg(figure->plan.rounds);
        status_->setText(words.join(' '));
        chart_->show(*std::move(figure));
    }
    follow();
    Q_EMIT measured();
}

QString ScalingPanel::status() const { return status_->text(); }

void ScalingPanel::follow() {
    const auto checked = std::ranges::count_if(menu_->actions(), &QAction::isChecked);
    formulations_->setText(checked == 1 ? tr("1 formulation") : tr("%1 formulations").arg(checked));
    measure_->setText(busy_ ? tr("Cancel") : tr("Measure"));
    measure_->setEnabled(busy_ || checked > 0);
    progress_->setVisible(busy_);
    copy_->setEnabled(!busy_ && !chart_->figure().curves.empty());
    for (QWidget* control : std::initializer_list<QWidget*>{family_, formulations_, most_})
        control->setEnabled(!busy_);
    threads_->setEnabled(!busy_ && processors() > 1);
}

void ScalingPanel::copyTable() { QApplication::clipboard()->setText(costTable(chart_->figure())); }

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/time_answer.hpp"

#include <QBoxLayout>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTableWidget>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/base/clear_layout.hpp"
#include "app/base/number_text.hpp"
#include "app/base/scrolling.hpp"
#include "app/base/segment_bar.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/plots/xy_plot.hpp"

namespace momentree::app {
namespace {

constexpr double playedSeconds = 4.0;

/// With all rows, and a bar below columns that are too wide.
int heightOf(const TextTable& table, const QTableWidget& view) {
    return view.horizontalHeader()->sizeHint().height() +
           static_cast<int>(table.size() - 1) * metric::tableRow +
           view.horizontalScrollBar()->sizeHint().height();
}

}  // namespace

TimeAnswer::TimeAnswer(AnalysisKind kind, Workspace& workspace, PoseStage& stage)
    : Answer(kind, workspace, stage,
             kind == AnalysisKind::Kinematics ? tr("Movement") : tr("Motor torque")),
      kind_(kind),
      motions_(new QComboBox),
      segments_(new SegmentBar),
      play_(new QPushButton(tr("Play"))),
      values_(new QHBoxLayout),
      stack_(new QStackedWidget),
      plot_(new XyPlot),
      tables_(new QWidget) {
    setObjectName(kind == AnalysisKind::Kinematics ? "movementAnswer" : "torqueAnswer");
    motions_->setObjectName("motorOfAnswer");
    motions_->setAccessibleName(tr("Motor"));
    motions_->hide();
    segments_->setObjectName("answerViews");
    segments_->setAccessibleName(tr("Quantity"));
    play_->setObjectName("playAnswer");
    play_->setIcon(themedIcon("play"));
    play_->setCheckable(true);
    play_->setEnabled(false);
    connect(this, &Answer::answered, play_, [this] { play_->setEnabled(outcome() != nullptr); });
    const int before = head_->count() - 1;
    head_->insertWidget(before, segments_);
    head_->insertWidget(before, play_);
    head_->insertWidget(before, motions_);
    plot_->head()->insertLayout(0, values_);
    plot_->head()->insertStretch(1, 1);
    new QVBoxLayout(tables_);
    tables_->layout()->setContentsMargins(0, 0, 0, 0);
    stack_->addWidget(plot_);
    stack_->addWidget(scrolling(tables_));
    body_->addWidget(stack_);
    connect(segments_, &QTabBar::currentChanged, this, &TimeAnswer::chooseView);
    connect(motions_, &QComboBox::activated, this, [this] {
        presentMotion();
        showPoses();
    });
    connect(play_, &QPushButton::clicked, this, &TimeAnswer::playOnce);
    connect(&stage, &PoseStage::playingChanged, play_, [this](bool playing) {
        if (!playing) play_->setChecked(false);
    });
    connect(plot_, &XyPlot::picked, this, [this](int, int point) {
        if (outcome()) showInstant(samplesOf(*outcome())[static_cast<std::size_t>(point)].time);
    });
}

std::size_t TimeAnswer::motion() const {
    return static_cast<std::size_t>(std::max(0, motions_->currentIndex()));
}

void TimeAnswer::present() {
    const QString before = motions_->currentText();
    motions_->clear();
    for (const MotionElement& motion : outcome()->model->motions)
        motions_->addItem(QString::fromStdString(motion.name));
    motions_->setCurrentIndex(std::max(0, motions_->findText(before)));
    motions_->setVisible(kind_ == AnalysisKind::InverseDynamics && motions_->count() > 1);
    play_->setText(outcome()->turn ? tr("Turn once") : tr("Play"));
    clearLayout(*tables_->layout());
    const std::vector<TextTable>& tables = outcome()->output.tables;
    for (const TextTable& table : tables) {
        QTableWidget* view = makeTable(table, tables_);
        tables_->layout()->addWidget(view);
        // One table fills the page and scrolls, several scroll with the page.
        if (tables.size() > 1) view->setFixedHeight(heightOf(table, *view));
    }
    presentMotion();
}

void TimeAnswer::presentMotion() {
    views_ = viewsOf(*outcome(), motion());
    nameIt();
    showValues();
    const int shown = std::max(0, segments_->currentIndex());
    {
        const QSignalBlocker quiet(segments_);
        while (segments_->count() > 0) segments_->removeTab(0);
        for (const TimeView& view : views_) segments_->addTab(view.name);
        segments_->addTab(tr("Table"));
        segments_->setCurrentIndex(std::min(shown, segments_->count() - 1));
    }
    chooseView(segments_->currentIndex());
}

void TimeAnswer::nameIt() {
    const Model& model = *outcome()->model;
    const double end = samplesOf(*outcome()).back().time;
    const bool turned = outcome()->turn && !outcome()->output.ended;
    QString what = tr("Movement");
    if (kind_ == AnalysisKind::InverseDynamics)
        what = model.motions[motion()].rotation ? tr("Motor torque") : tr("Motor force");
    title_->setText(turned ? tr("%1 over one turn").arg(what)
                           : tr("%1 over %2").arg(what, shortText(end, 3) + " s"));
    QStringList notes;
    if (const auto* found = std::get_if<InverseDynamics>(&outcome()->found)) {
        notes << QString::fromStdString(model.motions[motion()].name);
        if (!found->efforts[motion()].unique)
            notes << tr("shared with other motors, least effort shown");
    }
    subtitle_->setText(notes.join(QStringLiteral(" · ")));
    plot_->setTitle(what);
}

void TimeAnswer::showValues() { showLargeValues(*values_, largeValuesOf(*outcome(), motion())); }

void TimeAnswer::chooseView(int index) {
    const bool isTable = index < 0 || index >= static_cast<int>(views_.size());
    stack_->setCurrentIndex(isTable ? 1 : 0);
    if (isTable) return;
    const TimeView& view = views_[static_cast<std::size_t>(index)];
    plot_->setAxes(timeAxis(*outcome()), view.y, {});
    plot_->setLines(view.lines);
}

/// The worst instant.
void TimeAnswer::showPoses() {
    if (const auto* found = std::get_if<InverseDynamics>(&outcome()->found))
        showInstant(found->efforts[motion()].effort.time);
}

void TimeAnswer::showInstant(double time) {
    const auto& samples = samplesOf(*outcome());
    const auto nearest = std::ranges::min_element(
        samples, {}, [time](const Sample& sample) { return std::abs(sample.time - time); });
    std::optional<PoseStage::Remark> remark;
    if (const auto* found = std::get_if<InverseDynamics>(&outcome()->found)) {
        const MotionElement& drive = outcome()->model->motions[motion()];
        const Peak& peak = found->efforts[motion()].effort;
        const bool isPeak = peak.time == time;
        const QString value = QStringLiteral("%1 %2").arg(
            shortText(isPeak ? peak.value : nearest->motionEfforts[motion()], 3),
            drive.rotation ? "N m" : "N");
        remark = {drive.A, isPeak ? tr("peak: %1").arg(value) : value};
    }
    stage_.show(nearest->bodies, std::move(remark));
}

void TimeAnswer::playOnce(bool play) {
    if (!play || !outcome()) return stage_.stop();
    Poses poses;
    for (const Sample& sample : samplesOf(*outcome())) poses.push_back(sample.bodies);
    stage_.play(std::move(poses), playedSeconds, false);
    play_->setChecked(stage_.playing());
}

}  // namespace momentree::app

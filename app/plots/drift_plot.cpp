// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/drift_plot.hpp"

#include <QComboBox>
#include <QTabBar>
#include <initializer_list>
#include <limits>
#include <utility>

namespace momentree::app {
namespace {

constexpr double lowestDrift = 1e-17;  ///< below is nothing but rounding

/// Width of a plot below which its switches are lists, since words of tabs are cut off [px].
constexpr int narrowSwitches = 690;

QTabBar* makeSwitch(const QStringList& words, const QString& meaning, QWidget* parent) {
    auto* tabs = new QTabBar(parent);
    tabs->setDrawBase(false);
    tabs->setExpanding(false);
    tabs->setUsesScrollButtons(false);
    tabs->setElideMode(Qt::ElideRight);
    tabs->setAccessibleName(meaning);
    for (const QString& word : words) tabs->addTab(word);
    tabs->hide();
    return tabs;
}

/// The same choice as a list.
QComboBox* makeList(QTabBar* tabs) {
    auto* list = new QComboBox(tabs->parentWidget());
    list->setAccessibleName(tabs->accessibleName());
    for (int k = 0; k < tabs->count(); ++k) list->addItem(tabs->tabText(k));
    QObject::connect(list, &QComboBox::activated, tabs, &QTabBar::setCurrentIndex);
    QObject::connect(tabs, &QTabBar::currentChanged, list, &QComboBox::setCurrentIndex);
    list->hide();
    return list;
}

}  // namespace

ChartSettings driftSettings(const RowLayout& layout) {
    ChartSettings settings;
    settings.log = true;
    settings.valueLabel = QObject::tr("constraint residual [SI]");
    settings.series = {{layout.driftPosition(), QObject::tr("position |Φ|"), {}, 0},
                       {layout.driftVelocity(), QObject::tr("velocity |Φ̇|"), {}, 1},
                       {layout.driftAcceleration(), QObject::tr("acceleration |Φ̈|"), {}, 2}};
    settings.reference = std::numeric_limits<double>::epsilon();
    settings.referenceText = QObject::tr("machine epsilon");
    if (!layout.hasLoops())
        settings.emptyText =
            QObject::tr("No loops: exact. This formulation satisfies the joints by construction.");
    settings.lowest = lowestDrift;
    return settings;
}

DriftPlot::DriftPlot(QWidget* parent) : PlotWidget(parent) {
    setTitle(QStringLiteral("drift"));
    levels_ = makeSwitch({tr("Position"), tr("Velocity"), tr("Acceleration")},
                         tr("Level of the constraints"), this);
    levels_->setObjectName("driftLevel");
    largest_ = makeSwitch({tr("Largest so far"), tr("At each time")}, tr("Values shown"), this);
    largest_->setObjectName("driftLargest");
    largestList_ = makeList(largest_);
    levelList_ = makeList(levels_);
    for (QWidget* control : std::initializer_list<QWidget*>{largestList_, levelList_})
        addHeadWidget(control);
    for (QTabBar* tabs : {largest_, levels_}) {
        addHeadWidget(tabs);
        tabs->setFixedHeight(tabs->sizeHint().height());
        connect(tabs, &QTabBar::currentChanged, this, &DriftPlot::showRuns);
    }
}

void DriftPlot::setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                       double duration) {
    recording_ = std::move(recording);
    layout_ = layout;
    duration_ = duration;
    showRuns();
}

void DriftPlot::setComparison(RunLabel main, std::vector<PlotSource> others) {
    const bool before = std::exchange(several_, !others.empty());
    PlotWidget::setComparison(std::move(main), std::move(others));
    if (before != several_) showRuns();
}

void DriftPlot::resizeEvent(QResizeEvent* event) {
    PlotWidget::resizeEvent(event);
    showSwitches();
}

/// As lists where the words of tabs have no room.
void DriftPlot::showSwitches() {
    const bool narrow = width() < narrowSwitches;
    for (QTabBar* tabs : {levels_, largest_}) tabs->setVisible(several_ && !narrow);
    for (QComboBox* list : {levelList_, largestList_}) list->setVisible(several_ && narrow);
}

void DriftPlot::showRuns() {
    showSwitches();
    if (!recording_) return;
    ChartSettings settings = driftSettings(*layout_);
    settings.duration = duration_;
    if (several_) {
        settings.series = {settings.series[static_cast<std::size_t>(levels_->currentIndex())]};
        settings.largestSoFar = largest_->currentIndex() == 0;
        if (settings.largestSoFar) settings.valueLabel = tr("largest residual so far [SI]");
    }
    setSource(recording_, *layout_, std::move(settings));
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_head.hpp"

#include <QBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include "app/base/theme/tokens.hpp"
#include "app/plots/legend_bar.hpp"
#include "app/plots/plot_controls.hpp"

namespace momentree::app {
namespace {

constexpr int titleGap = 8;

}  // namespace

PlotHead::PlotHead(QWidget* parent)
    : QWidget(parent), layout_(new QHBoxLayout(this)), title_(new QLabel), legend_(new LegendBar) {
    title_->setFont(strongFont(font()));
    title_->setContentsMargins(0, 0, titleGap, 0);
    title_->hide();
    log_ = plotButton(QStringLiteral("log-axis"), tr("Logarithmic value axis"));
    log_->setCheckable(true);
    runMenu_ = plotButton(QStringLiteral("difference"), tr("Runs: difference and colours"));
    runMenu_->setPopupMode(QToolButton::InstantPopup);
    runMenu_->setMenu(new QMenu(runMenu_));
    runMenu_->hide();
    measure_ = plotButton(
        QStringLiteral("measure"),
        tr("Measure between two cursors\n\nDifference, slope, mean, RMS, integral, spectrum"));
    measure_->setCheckable(true);
    reset_ = plotButton(QStringLiteral("zoom-reset"),
                        tr("Show everything\n\nDouble-click: show everything\nWheel: zoom time, "
                           "with Ctrl or Shift: zoom values\nRight drag: zoom to a box; left drag "
                           "when zoomed: move\nClick, or drag the time line: show that time"));
    reset_->setEnabled(false);
    menu_ = plotButton(QStringLiteral("more"), tr("Copy, save, export"));
    layout_->setContentsMargins(10, 2, 4, 0);
    layout_->setSpacing(2);
    close_ = plotButton(QStringLiteral("close"), tr("Close this plot"));
    close_->hide();
    layout_->addWidget(title_);
    layout_->addWidget(legend_, 1);
    layout_->addStretch(0);
    for (QToolButton* button : {runMenu_, measure_, log_, reset_, menu_, close_})
        layout_->addWidget(button, 0, Qt::AlignTop);
    connect(log_, &QToolButton::clicked, this, &PlotHead::logarithmicChosen);
    connect(measure_, &QToolButton::clicked, this, &PlotHead::measuringChosen);
    connect(reset_, &QToolButton::clicked, this, &PlotHead::resetChosen);
    connect(close_, &QToolButton::clicked, this, &PlotHead::closeChosen);
    connect(menu_, &QToolButton::clicked, this,
            [this] { emit menuWanted(menu_->mapToGlobal(QPoint(0, menu_->height()))); });
    connect(runMenu_->menu(), &QMenu::aboutToShow, this,
            [this] { emit runMenuWanted(*runMenu_->menu()); });
}

void PlotHead::setEntries(const std::vector<LegendEntry>& entries, bool severalRuns) {
    legend_->setEntries(entries);
    runMenu_->setVisible(severalRuns);
    makeRoom();
}

void PlotHead::setTitle(const QString& title) {
    title_->setText(title);
    title_->setVisible(!title.isEmpty());
    close_->setVisible(!title.isEmpty());
    makeRoom();
}

/// Also after a control was shown or hidden.
bool PlotHead::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) makeRoom();
    return QWidget::event(event);
}

void PlotHead::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    makeRoom();
}

/// A narrow plot does without the buttons that makeRoom hides.
QSize PlotHead::minimumSizeHint() const {
    QSize least = QWidget::minimumSizeHint();
    for (const QToolButton* button : {measure_, log_, reset_})
        if (!button->isHidden())
            least.rwidth() -= button->minimumSizeHint().width() + layout_->spacing();
    return least;
}

void PlotHead::makeRoom() {
    std::vector<QWidget*> others(controls_);
    others.insert(others.end(), {title_, legend_, runMenu_, menu_, close_});
    int room = width();
    for (const QWidget* widget : others)
        if (!widget->isHidden()) room -= widget->sizeHint().width() + layout_->spacing();
    for (QToolButton* button : {measure_, log_, reset_}) {
        room -= button->sizeHint().width() + layout_->spacing();
        button->setVisible(hasTools_ && room >= 0);
    }
}

void PlotHead::addControl(QWidget* widget) {
    widget->setMinimumHeight(log_->sizeHint().height());  // a heading may take two lines
    layout_->insertWidget(2, widget, 0, Qt::AlignTop);
    controls_.push_back(widget);
}

void PlotHead::setLegendVisible(bool visible) {
    legend_->setVisible(visible && hasLegend_);
    makeRoom();
}

void PlotHead::leaveOutLegend() {
    hasLegend_ = false;
    setLegendVisible(false);
}

void PlotHead::leaveOutTools(bool left) {
    hasTools_ = !left;
    menu_->setVisible(hasTools_);
    for (QWidget* control : controls_) control->setVisible(hasTools_);
    makeRoom();
}

void PlotHead::setLogarithmic(bool on) { log_->setChecked(on); }

void PlotHead::setMeasuring(bool on) { measure_->setChecked(on); }

void PlotHead::setZoomed(bool zoomed) { reset_->setEnabled(zoomed); }

}  // namespace momentree::app

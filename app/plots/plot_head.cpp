// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_head.hpp"

#include <QBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "app/plots/legend_bar.hpp"
#include "app/plots/plot_controls.hpp"

namespace momentree::app {

PlotHead::PlotHead(QWidget* parent)
    : QWidget(parent), layout_(new QHBoxLayout(this)), legend_(new LegendBar) {
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
    layout_->setContentsMargins(6, 2, 4, 0);
    layout_->setSpacing(2);
    layout_->addWidget(legend_, 1);
    layout_->addStretch(0);
    for (QToolButton* button : {runMenu_, measure_, log_, reset_, menu_})
        layout_->addWidget(button, 0, Qt::AlignTop);
    connect(log_, &QToolButton::clicked, this, &PlotHead::logarithmicChosen);
    connect(measure_, &QToolButton::clicked, this, &PlotHead::measuringChosen);
    connect(reset_, &QToolButton::clicked, this, &PlotHead::resetChosen);
    connect(menu_, &QToolButton::clicked, this,
            [this] { emit menuWanted(menu_->mapToGlobal(QPoint(0, menu_->height()))); });
    connect(runMenu_->menu(), &QMenu::aboutToShow, this,
            [this] { emit runMenuWanted(*runMenu_->menu()); });
}

void PlotHead::setEntries(const std::vector<LegendEntry>& entries, bool severalRuns) {
    legend_->setEntries(entries);
    runMenu_->setVisible(severalRuns);
}

void PlotHead::addControl(QWidget* widget) {
    widget->setFixedHeight(log_->sizeHint().height());
    layout_->insertWidget(1, widget, 0, Qt::AlignTop);
}

void PlotHead::setLegendVisible(bool visible) { legend_->setVisible(visible); }

void PlotHead::setLogarithmic(bool on) { log_->setChecked(on); }

void PlotHead::setMeasuring(bool on) { measure_->setChecked(on); }

bool PlotHead::isMeasuring() const { return measure_->isChecked(); }

void PlotHead::setZoomed(bool zoomed) { reset_->setEnabled(zoomed); }

}  // namespace momentree::app

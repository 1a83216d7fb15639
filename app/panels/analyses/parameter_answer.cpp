// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/parameter_answer.hpp"

#include <QBoxLayout>
#include <QComboBox>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTableWidget>

#include "app/base/clear_layout.hpp"
#include "app/base/segment_bar.hpp"
#include "app/plots/xy_plot.hpp"

namespace momentree::app {

ParameterAnswer::ParameterAnswer(AnalysisKind kind, Workspace& workspace, PoseStage& stage,
                                 const QString& title, const QString& file)
    : Answer(kind, workspace, stage, title),
      plot_(new XyPlot),
      segments_(new SegmentBar),
      stack_(new QStackedWidget),
      tables_(new QWidget) {
    segments_->setObjectName("answerViews");
    segments_->setAccessibleName(tr("View"));
    segments_->addTab(tr("Plot"));
    segments_->addTab(tr("Table"));
    head_->insertWidget(head_->count() - 1, segments_);
    new QVBoxLayout(tables_);
    tables_->layout()->setContentsMargins(0, 0, 0, 0);
    plot_->head()->insertStretch(0, 1);
    plot_->setTitle(file);
    stack_->addWidget(plot_);
    stack_->addWidget(tables_);
    body_->addWidget(stack_);
    connect(segments_, &QTabBar::currentChanged, stack_, &QStackedWidget::setCurrentIndex);
}

void ParameterAnswer::addChoices(QHBoxLayout* row) {
    static_cast<QBoxLayout*>(layout())->insertLayout(1, row);
}

void ParameterAnswer::present() {
    clearLayout(*tables_->layout());
    tables_->layout()->addWidget(makeTable(outcome()->output.tables.front(), tables_));
    draw();
}

QString ParameterAnswer::noParameters() {
    return tr(
        "The model has no parameters. Type a value as \"k = 40\" in a field of the panel "
        "Element to make one.");
}

ColumnChoices offerColumns(QComboBox& box, const Model& model, const QString& usual) {
    const RowLayout layout(model);
    const QString before = box.currentText();
    const QSignalBlocker quiet(&box);
    box.clear();
    ColumnChoices choices = columnChoices(layout, model);
    for (const ColumnChoice& one : *choices)
        if (one.column < layout.csvWidth()) box.addItem(one.name);
    const int kept = box.findText(before);
    box.setCurrentIndex(kept >= 0 ? kept : std::max(0, box.findText(usual)));
    return choices;
}

}  // namespace momentree::app

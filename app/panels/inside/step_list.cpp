// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inside/step_list.hpp"

#include <QHeaderView>

#include "app/panels/inside/trace_texts.hpp"

namespace momentree::app {
namespace {

enum Column { Number, Formula, Node, Columns };

}  // namespace

void StepModel::setSteps(std::shared_ptr<const Model> model, const EvaluationSteps& steps) {
    beginResetModel();
    model_ = std::move(model);
    steps_ = steps;
    endResetModel();
}

int StepModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : steps_.count();
}

int StepModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant StepModel::data(const QModelIndex& index, int role) const {
    const int step = index.row();
    const TracedEquation& equation = *steps_.result(step).equation;
    if (role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole)
        return traceText(equation.says);
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
        case Number:
            return traceSymbol(equation.number);
        case Formula:
            return traceSymbol(equation.formula);
        default:
            return nodeName(*model_, steps_.trace(), steps_.work(step).node);
    }
}

QVariant StepModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case Number:
            return tr("No.");
        case Formula:
            return tr("Equation");
        default:
            return tr("Node");
    }
}

StepList::StepList(StepPlayer& player, QWidget* parent)
    : QTableView(parent), player_(player), steps_(new StepModel(this)) {
    setObjectName("stepList");
    setAccessibleName(tr("Equations in order of evaluation"));
    setModel(steps_);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    horizontalHeader()->setSectionResizeMode(Formula, QHeaderView::Stretch);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setColumnWidth(Number, fontMetrics().horizontalAdvance("(18)–(23)") + 16);
    setColumnWidth(Node, fontMetrics().horizontalAdvance("link1 … link9") + 12);
    connect(&player_, &StepPlayer::moved, this, [this] {
        if (player_.current() >= 0) setCurrentIndex(steps_->index(player_.current(), Number));
    });
}

void StepList::setSteps(std::shared_ptr<const Model> model) {
    const QSignalBlocker blocker(&player_);  // resets the view but not the player
    const int current = player_.current();
    steps_->setSteps(std::move(model), player_.steps());
    if (current >= 0) setCurrentIndex(steps_->index(current, Number));
}

void StepList::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (current.isValid()) player_.goTo(current.row());
    scrollTo(current);
}

}  // namespace momentree::app

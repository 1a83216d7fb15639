// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QTableView>

#include "app/panels/inside/step_player.hpp"
#include "core/model/model.hpp"

namespace momentree::app {

/// The steps of an evaluation: equation number, equation, node.
class StepModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void setSteps(std::shared_ptr<const Model> model, const EvaluationSteps& steps);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const Model> model_;
    EvaluationSteps steps_;
};

/// The list of equations; its current row is the position of the player.
class StepList final : public QTableView {
    Q_OBJECT
public:
    explicit StepList(StepPlayer& player, QWidget* parent = nullptr);
    void setSteps(std::shared_ptr<const Model> model);

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    StepPlayer& player_;
    StepModel* steps_;
};

}  // namespace momentree::app

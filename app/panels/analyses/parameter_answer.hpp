// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/analyses/answer.hpp"
#include "app/plots/column_choices.hpp"

class QComboBox;

namespace momentree::app {

class SegmentBar;
class XyPlot;

/// An answer that depends on parameters: a row of choices, and a plot beside its table.
class ParameterAnswer : public Answer {
    Q_OBJECT
public:
    XyPlot& plot() const { return *plot_; }
    QSize sizeHint() const override { return {760, 400}; }

protected:
    /// @param file base name of exported plots
    ParameterAnswer(AnalysisKind kind, Workspace& workspace, PoseStage& stage, const QString& title,
                    const QString& file);
    void addChoices(QHBoxLayout* row);
    void present() final;
    void showPoses() override {}
    virtual void draw() = 0;        ///< the new outcome in the plot
    static QString noParameters();  ///< what to do about it

    XyPlot* plot_;

private:
    SegmentBar* segments_;
    QStackedWidget* stack_;
    QWidget* tables_;
};

/// Lists the columns of a run of a model that can be exported. Keeps the chosen one as long as the
/// model has it, and otherwise chooses `usual`, or the first.
ColumnChoices offerColumns(QComboBox& box, const Model& model, const QString& usual);

}  // namespace momentree::app

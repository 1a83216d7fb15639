// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGraphicsView>
#include <memory>

#include "app/panels/inside/bracket.hpp"
#include "app/panels/inside/evaluation_steps.hpp"
#include "core/model/model.hpp"

namespace momentree::app {

class NodeItem;
class TiesItem;

/// The tree of a traced evaluation with the progress of the current pass: waiting, active and
/// finished nodes. The wheel zooms, dragging moves, a click selects a node, a double click or
/// Return opens or closes it.
class TreeView final : public QGraphicsView {
    Q_OBJECT
public:
    explicit TreeView(QWidget* parent = nullptr);

    /// Keeps nodes open or closed if the tree is unchanged.
    void setTrace(std::shared_ptr<const Model> model, std::shared_ptr<const EvaluationTrace> trace);
    /// @param step of `steps`, which must belong to the displayed trace
    void showStep(const EvaluationSteps& steps, int step);

    void fit();
    void openAll();
    void closeToFit();
    int chosenNode() const { return chosen_; }
    int shownNodes() const;
    /// Rectangle of a node, or of the closed one that contains it [viewport].
    QRect nodeRect(int node) const;

    QSize sizeHint() const override { return {520, 300}; }

Q_SIGNALS:
    void nodeChosen(int node);

protected:
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;

private:
    friend class NodeItem;
    friend class TiesItem;
    void place();
    void fit(double least);
    void toggle(int node);
    void follow();
    int nodeAt(QPoint at) const;
    int neighbour(int key) const;

    enum class State : char { Waits, Works, Done, Absent };
    std::shared_ptr<const Model> model_;
    std::shared_ptr<const EvaluationTrace> trace_ = std::make_shared<const EvaluationTrace>();
    Bracket bracket_;
    std::vector<NodeItem*> items_;
    TiesItem* ties_ = nullptr;
    std::vector<State> states_;
    std::vector<const TracedWork*> work_;  ///< [nodes] in the current pass
    Phase phase_ = Phase::Assembly;
    int chosen_ = -1;
    double least_ = 0.0;
    bool fitted_ = false;  ///< until the user zooms
};

}  // namespace momentree::app

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

/// The tree of a traced evaluation and how far the pass on show has come: what waits, what is being
/// worked on, what is done. Wheel zooms, drag moves, a click chooses a node, a double click or
/// Return opens and closes one.
class TreeView final : public QGraphicsView {
    Q_OBJECT
public:
    explicit TreeView(QWidget* parent = nullptr);

    /// Keeps what is open if the tree is the same as before.
    void setTrace(std::shared_ptr<const Model> model, std::shared_ptr<const EvaluationTrace> trace);
    /// @param step of `steps`, whose trace is the one shown
    void showStep(const EvaluationSteps& steps, int step);

    void fit();
    void openAll();
    void closeToFit();
    int chosenNode() const { return chosen_; }
    int shownNodes() const;
    /// Where a node, or the closed one that hides it, is drawn [viewport].
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
    std::vector<const TracedWork*> work_;  ///< [nodes] in the pass on show
    Phase phase_ = Phase::Assembly;
    int chosen_ = -1;
    double least_ = 0.0;
    bool fitted_ = false;  ///< until the user zooms
};

}  // namespace momentree::app

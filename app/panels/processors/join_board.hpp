// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/trace/join_plan.hpp"

namespace momentree::app {

/// The tree of a chain, joined by hand: a click on a node and one on its neighbour join them. With
/// the keyboard, arrow keys go from node to node, Return joins the current node with the next one
/// towards the tip, Backspace takes the last join back.
class JoinBoard final : public QWidget {
    Q_OBJECT
public:
    explicit JoinBoard(QWidget* parent = nullptr);

    void setPlan(JoinPlan plan);
    const JoinPlan& plan() const { return plan_; }
    void undo();
    QRectF nodeRect(int node) const;

    QSize sizeHint() const override { return {420, 220}; }
    QSize minimumSizeHint() const override { return {240, 130}; }

Q_SIGNALS:
    void changed();  ///< by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QPointF centre(int node) const;
    int nodeAt(QPointF at) const;
    void choose(int node);
    void move(int by);
    void joinWithNext();
    void tell();

    JoinPlan plan_{2};
    int chosen_ = -1;  ///< an open node, -1 for none
};

}  // namespace momentree::app

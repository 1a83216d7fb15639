// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/trace/join_plan.hpp"

namespace momentree::app {

/// How many times as fast as the recursion on one processor a balanced tree is, over the number of
/// links and of processors. Where it is faster, the cell is filled.
class GainMap final : public QWidget {
    Q_OBJECT
public:
    explicit GainMap(QWidget* parent = nullptr);

    void show(const JoinCosts& costs, double bodyByBody);
    /// @param row of `hands()`, @param column of `links()`
    double gain(int row, int column) const;
    static const std::vector<int>& links();
    static const std::vector<int>& hands();

    QSize sizeHint() const override { return {460, 220}; }
    QSize minimumSizeHint() const override { return {330, 150}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<double> gains_;  ///< by rows
};

}  // namespace momentree::app

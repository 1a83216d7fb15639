// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>

namespace momentree::app {

/// A choice of one of a few, as segments of a trough. One stop of the Tab key; arrow keys go from
/// segment to segment.
class SegmentBar : public QTabBar {
    Q_OBJECT
public:
    explicit SegmentBar(QWidget* parent = nullptr);

protected:
    /// The segment that is shown as chosen; -1 for none.
    virtual int chosen() const { return currentIndex(); }
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace momentree::app

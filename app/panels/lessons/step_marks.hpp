// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace momentree::app {

/// The steps of a lesson in a row with the current one marked; a click selects one.
class StepMarks final : public QWidget {
    Q_OBJECT
public:
    explicit StepMarks(QWidget* parent = nullptr);
    void setSteps(const QStringList& names, int current);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void chosen(int step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    QRectF place(int step) const;
    QStringList names_;
    int current_ = 0;
};

}  // namespace momentree::app

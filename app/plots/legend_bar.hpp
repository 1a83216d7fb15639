// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "app/plots/legend_entry.hpp"

class QAbstractButton;

namespace momentree::app {

/// The curves and runs of a plot as a row of buttons, in several lines where the width asks for it.
/// A click hides or shows a curve or run, a double click leaves only this one of its kind.
class LegendBar final : public QWidget {
    Q_OBJECT
public:
    explicit LegendBar(QWidget* parent = nullptr);
    void setEntries(const std::vector<LegendEntry>& entries);
    void setShown(int index, bool shown);
    int count() const { return static_cast<int>(chips_.size()); }
    QAbstractButton* chip(int index) const { return chips_[static_cast<std::size_t>(index)]; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void toggled(int index, bool shown);
    void soloRequested(int index);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    int arrange(int width, bool place) const;
    std::vector<QAbstractButton*> chips_;
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QWidget>
#include <vector>

#include "app/plots/legend_entry.hpp"

class QAbstractButton;
class QToolButton;

namespace momentree::app {

/// The curves and runs of a plot as a row of buttons, or two rows in a narrow plot; the rest is in
/// the menu of a last button. A click hides or shows a curve or run, a double click shows only this
/// one of its kind.
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
    struct Arrangement {
        std::vector<QRect> chips;  ///< of the first ones, as many as fit
        QRect more;                ///< of the button for the rest, empty if there is none
        bool narrow = false;       ///< chips, where that saves a row
    };
    int chipWidth(std::size_t index, bool narrow) const;
    int rowWidth() const;  ///< of all chips in one row
    std::vector<QRect> places(int room, int lastRoom, bool narrow) const;
    Arrangement arrangement(int width) const;
    void arrange();
    void fillMenu();
    std::vector<QAbstractButton*> chips_;
    std::vector<LegendEntry> entries_;
    QToolButton* more_;
    std::size_t shown_ = 0;  ///< number of chips that fit
};

}  // namespace momentree::app

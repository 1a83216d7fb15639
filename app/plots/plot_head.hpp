// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "app/plots/legend_entry.hpp"

class QBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace momentree::app {

class LegendBar;

/// The line over a plot: its title if nothing else names it, its legend, and buttons for what can
/// be done with it. Where room is short, buttons give way to the same entries in the menu.
class PlotHead final : public QWidget {
    Q_OBJECT
public:
    explicit PlotHead(QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;
    LegendBar& legend() const { return *legend_; }
    /// @param severalRuns whether there is a choice of differences and colours
    void setEntries(const std::vector<LegendEntry>& entries, bool severalRuns);
    /// A title with a button that closes the plot; none if it is empty.
    void setTitle(const QString& title);
    /// A control of a special plot, next to the legend.
    void addControl(QWidget* widget);
    void setLegendVisible(bool visible);
    void leaveOutLegend();          ///< whatever `setLegendVisible` says
    void leaveOutTools(bool left);  ///< buttons and controls
    void setLogarithmic(bool on);
    void setMeasuring(bool on);
    void setZoomed(bool zoomed);

signals:
    void logarithmicChosen(bool on);
    void measuringChosen(bool on);
    void resetChosen();
    void closeChosen();
    void menuWanted(const QPoint& globalPosition);
    /// The menu of the runs is about to open.
    void runMenuWanted(QMenu& menu);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeRoom();

    QBoxLayout* layout_;
    QLabel* title_;
    LegendBar* legend_;
    QToolButton *runMenu_, *measure_, *log_, *reset_, *menu_, *close_;
    std::vector<QWidget*> controls_;
    bool hasLegend_ = true, hasTools_ = true;
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "app/plots/column_choices.hpp"
#include "app/plots/curve_rows.hpp"
#include "app/plots/section.hpp"
#include "core/diagnostics/row_layout.hpp"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QStringListModel;

namespace momentree::app {

class XyPlot;
struct XyLine;

/// One recorded column against another: a phase portrait or, as a Poincare section, only the points
/// where a third column crosses a level. Further runs are drawn in their colours.
class PhasePortrait final : public QWidget {
    Q_OBJECT
public:
    explicit PhasePortrait(QWidget* parent = nullptr);
    ~PhasePortrait() override;
    /// Keeps the chosen columns if the new run has them; otherwise shows the first joint's speed
    /// against its coordinate.
    void setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                ColumnChoices choices, double duration);
    /// As PlotWidget::setEarlier.
    void setEarlier(EarlierRows rows) { earlier_ = std::move(rows); }
    /// As PlotWidget::setComparison.
    void setComparison(RunLabel main, std::vector<PlotSource> others);
    void clear();
    void refresh();
    void setShownTime(double seconds);
    /// Marks this time instead of the current one.
    void setCrosshair(std::optional<double> seconds);

    /// Returns false if the run does not have both.
    bool choose(const QString& x, const QString& y);
    QString chosenX() const;
    QString chosenY() const;

    struct Section {
        QString column;
        double level = 0.0;  ///< in the recorded unit
        Crossing direction = Crossing::Rising;
    };
    /// Empty: the whole curve.
    void setSection(const std::optional<Section>& section);
    std::optional<Section> section() const;
    XyPlot* plot() const { return plot_; }

signals:
    /// The user selected a point of a curve: its time [s].
    void timePicked(double seconds);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void readAnew();
    void makeLines();
    void addLine(std::vector<XyLine>& lines, std::size_t run);
    const ColumnChoice* choice(const QComboBox* box) const;
    int indexOf(const QString& column) const;  ///< in each of the lists, -1: not found

    XyPlot* plot_;
    QComboBox *x_, *y_, *crossed_, *direction_;
    QCheckBox* sectionOn_;
    QLineEdit* level_;
    QLabel* levelUnit_;
    QStringListModel* names_;  ///< of the columns
    ColumnChoices choices_ = std::make_shared<const std::vector<ColumnChoice>>();
    std::vector<PlotSource> runs_;  ///< the main run first
    RunLabel mainRun_;
    std::vector<PlotSource> others_;
    CurveRows rows_;
    std::vector<std::vector<double>> times_;  ///< [lines][points]
    double shown_ = 0.0;
    std::optional<double> crosshair_;
    EarlierRows earlier_;
    bool filling_ = false;
};

}  // namespace momentree::app

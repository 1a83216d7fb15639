// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace momentree::app {

/// Moves positions apart to at least `gap`, as little as possible and within `low` and `high`,
/// keeping their order. If there is no room, the distances are equal and smaller.
/// @param wanted ascending
std::vector<double> pushedApart(std::vector<double> wanted, double gap, double low, double high);

/// The names of curves at their right ends, with thin lines from the curves to labels that had to
/// move.
class EndLabels final : public QCPAbstractItem {
    Q_OBJECT
public:
    struct Label {
        QString name;
        QColor colour;
        double end = 0.0;    ///< height of the end of the curve [px]
        QString value = {};  ///< beside the name; alone if there is no name
    };
    explicit EndLabels(QCustomPlot* plot);
    void setLabels(std::vector<Label> labels);
    const std::vector<Label>& labels() const { return labels_; }
    /// Draws only the labels anew. @param values as many as labels
    void setValues(const QStringList& values);
    void setFont(const QFont& font);
    const QFont& font() const { return font_; }
    double gap() const;  ///< least distance of two labels [px]
    /// Width needed by these names and values [px].
    double room(const QStringList& names, const QString& longestValue) const;
    double selectTest(const QPointF& at, bool onlySelectable,
                      QVariant* details = nullptr) const override;

private:
    void draw(QCPPainter* painter) override;
    std::vector<Label> labels_;
    bool drawn_ = false;
    QFont font_;
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QCoreApplication>
#include <array>
#include <vector>

#include "app/scene/sight.hpp"
#include "core/diagnostics/row_layout.hpp"

namespace momentree::app {

/// The mechanism with its drift magnified by a power of ten: joints are drawn open, next to a chart
/// of the drift of positions, velocities and accelerations.
class DriftMicroscope final : public PictureLayer {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::DriftMicroscope)
public:
    /// One run to show.
    struct Subject {
        int ghost = 0;  ///< id of its ghost; 0: the run on screen, which has bars as marks
        const Model* model = nullptr;
        const RowLayout* layout = nullptr;
        std::vector<double> row;  ///< replaced by the row to draw
        QColor color;             ///< of its marks in the chart
    };

    bool shown() const { return shown_; }
    void setShown(bool shown);
    /// Magnifies the drift of all subjects by the same power, which is kept as long as it is
    /// suitable.
    void look(std::vector<Subject>& subjects);
    /// The drift is drawn 10^power times as large.
    int power() const { return power_; }
    /// The largest violation of the last shown subjects [m].
    double violation() const { return violation_; }

    void paint(QPainter& painter, const Sight& sight) override;

private:
    struct Rungs {
        std::array<double, 3> drift{};  ///< of positions, velocities, accelerations
        QColor color;
        bool onScreen = false;
    };
    void paintJoints(QPainter& painter, const Sight& sight) const;
    void paintLadder(QPainter& painter, const Sight& sight) const;

    bool shown_ = false;
    int power_ = 0;
    double violation_ = 0.0;
    std::vector<Rungs> rungs_;
};

/// The power of ten at which a violation becomes a large part of a link; `before` if that is still
/// suitable. Both lengths in the same unit.
int magnifyingPower(double violation, double link, int before);

}  // namespace momentree::app

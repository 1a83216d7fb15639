// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "app/scene/gaps.hpp"

namespace momentree::app {

class LiveModel;
class Viewport;

/// Distance of the current pose from a singular one: the smallest singular value of the loops
/// relative to the largest. Follows the picture a few times a second, off the GUI thread.
class SingularityWatch final : public QObject {
    Q_OBJECT
public:
    enum class Level { Unknown, Good, Near, Singular, Torn };
    SingularityWatch(Viewport& viewport, LiveModel& live, QObject* parent);

    void follow();                                          ///< call when the picture has changed
    std::optional<double> ratio() const { return ratio_; }  ///< empty while it is computed
    bool assembled() const;
    bool hasLoops() const;
    /// The joint with the widest gap in the current pose of a run.
    const std::optional<OpenJoint>& torn() const { return torn_; }
    Level level() const;

Q_SIGNALS:
    void changed();

private:
    void compute();

    Viewport& viewport_;
    LiveModel& live_;
    QTimer pause_;
    std::optional<double> ratio_;
    std::optional<OpenJoint> torn_;
    const Model* seen_ = nullptr;
    Eigen::Index rank_ = 0;  ///< outside singular poses
    bool computing_ = false, again_ = false;
};

/// The ratio as a bar that turns amber and red near a singular pose.
class SingularityGauge final : public QWidget {
    Q_OBJECT
public:
    enum class Without { Hides, SaysSo };  ///< behaviour without loops
    SingularityGauge(SingularityWatch& watch, Without without, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    SingularityWatch& watch_;
    Without without_;
};

std::vector<BodyState> statesIn(const Sight& sight);

}  // namespace momentree::app

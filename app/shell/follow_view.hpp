// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <QObject>
#include <vector>

class QAction;

namespace momentree::app {

class Host;
class LiveModel;
class RunController;
struct Sight;

/// Keeps a mechanism that moves in the picture: where it leaves a fitted view, the view becomes
/// wide enough for the start and all poses that left it. With a mechanism that travels far, as a
/// vehicle, the view moves instead. A view that the user has moved stays.
class FollowView final : public QObject {
    Q_OBJECT
public:
    FollowView(RunController& run, const LiveModel& live, Host& host);

    QAction* command() const { return command_; }

private:
    void follow();
    void widen(const Sight& sight);
    void travel(const Sight& sight);
    bool isApart(const Sight& sight) const;

    RunController& run_;
    const LiveModel& live_;
    Host& host_;
    QAction* command_;
    std::vector<std::vector<double>> rows_;  ///< the first of the run, and those that left the view
    double height_ = 0.0;                    ///< of the view as it was left here [m]
    double startHeight_ = 0.0;               ///< of the view that the mechanism left first [m]
    double startSpread_ = 0.0;               ///< of the bodies [m]
    bool travels_ = false;                   ///< the view moves with the mechanism
    Eigen::Vector3d place_ = Eigen::Vector3d::Zero();  ///< of the mechanism in such a view
};

}  // namespace momentree::app

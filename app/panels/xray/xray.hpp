// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <atomic>

#include "app/panels/xray/motion_player.hpp"
#include "app/panels/xray/singularity.hpp"
#include "app/panels/xray/xray_glow.hpp"
#include "app/panels/xray/xray_report.hpp"

class QDockWidget;

namespace momentree::app {

class LiveModel;
class RunController;
class Selection;
class XrayPanel;

/// The constraint x-ray: connects its panel, the glow in the picture and the player of free motions
/// with the document and the run.
class Xray final : public QObject {
    Q_OBJECT
public:
    Xray(Viewport& viewport, LiveModel& live, RunController& run, Selection& selection);
    ~Xray() override;

    XrayPanel* panel() { return panel_; }
    SingularityWatch& watch() { return watch_; }
    MotionPlayer& player() { return player_; }
    const XrayReport& report() const { return report_; }
    void setShown(bool shown);
    /// Analyses the current pose on another thread.
    void look();
    void cancelLook();  ///< cancels the analysis and says so in the panel

Q_SIGNALS:
    void poseLeft();  ///< the picture should show the run again
    void looking(bool underway);

private:
    void followModel();
    void followRun();
    void stopLooking();
    struct Pose {
        double time = 0.0;  ///< [s]
        std::vector<BodyState> bodies;
    };
    Pose shownPose() const;     ///< current pose of the run, or the start
    Pose recordedPose() const;  ///< the nearest recorded pose
    Pose poseOf(double time, std::span<const double> row) const;
    void play(bool play);

    Viewport& viewport_;
    LiveModel& live_;
    RunController& run_;
    SingularityWatch watch_;
    MotionPlayer player_;
    XrayGlow glow_;
    XrayReport report_;
    XrayPanel* panel_;
    std::shared_ptr<std::atomic<bool>> stopped_;  ///< for the current analysis
    const Model* looked_ = nullptr;               ///< the model of the report
    double lookedTime_ = 0.0;                     ///< the time of its pose [s]
    QTimer rest_;                                 ///< delay before a pose is analysed
    bool shown_ = false;
};

}  // namespace momentree::app

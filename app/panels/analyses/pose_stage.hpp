// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <optional>

#include "app/panels/analyses/inquiry.hpp"
#include "app/scene/sight.hpp"

namespace momentree::app {

class RunController;
class Viewport;

/// Shows poses of an analysis in the picture: one, or several in turn. A run that moves takes the
/// picture back.
class PoseStage final : public QObject, public PictureLayer {
    Q_OBJECT
public:
    PoseStage(Viewport& viewport, RunController& run);

    /// What is written next to a point while a pose is shown.
    struct Remark {
        Marker at;
        QString text;
    };
    void show(const std::vector<BodyState>& pose, std::optional<Remark> remark = {});
    /// @param seconds for all of them
    /// @param again from the start when they end
    void play(Poses poses, double seconds, bool again);
    /// Fits a fitted view to the present pose and these.
    void keepInView(const Poses& poses);
    void stop();   ///< the last pose stays
    void leave();  ///< the picture shows the model or the run again
    bool playing() const { return timer_.isActive(); }
    bool shows() const { return shows_; }
    void paint(QPainter& painter, const Sight& sight) override;

Q_SIGNALS:
    void left();
    void playingChanged(bool playing);

private:
    void tick();
    void draw(const std::vector<BodyState>& pose);

    Viewport& viewport_;
    RunController& run_;
    QTimer timer_;
    QElapsedTimer clock_;
    std::vector<BodyState> pose_;  ///< shown last
    Poses poses_;
    double seconds_ = 1.0;
    bool again_ = false, shows_ = false;
    std::optional<Remark> remark_;
};

}  // namespace momentree::app

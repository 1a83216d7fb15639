// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>

#include "core/kinematics/free_motions.hpp"

namespace momentree::app {

/// Animates the free motions of a mechanism one at a time, back and forth about a pose.
class MotionPlayer final : public QObject {
    Q_OBJECT
public:
    explicit MotionPlayer(QObject* parent = nullptr);

    /// Begins with the last shown motion, or the first. Computes off the GUI thread.
    void start(std::shared_ptr<const Model> model, double t, std::vector<BodyState> bodies);
    void stop();
    void show(int index);  ///< selects another motion, cyclically
    bool playing() const { return playing_; }
    int index() const { return index_; }
    int count() const { return static_cast<int>(motions_.size()); }
    double time() const { return t_; }  ///< of the central pose
    QString text() const;               ///< "Motion 1 of 2: J1 leads"

Q_SIGNALS:
    void changed();  ///< another motion, or shown and hidden
    void pose(const std::vector<momentree::BodyState>& bodies);

private:
    void swing();
    void tick();

    QTimer timer_;
    QElapsedTimer clock_;
    std::shared_ptr<const Model> model_;
    double t_ = 0.0;
    std::vector<BodyState> bodies_;
    std::vector<FreeMotion> motions_;
    Swing swing_;
    int index_ = 0, generation_ = 0;
    bool playing_ = false;
};

}  // namespace momentree::app

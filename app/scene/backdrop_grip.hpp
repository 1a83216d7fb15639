// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "app/scene/backdrop.hpp"
#include "app/scene/sight.hpp"

namespace momentree::app {

/// Handles the left button on the background picture: a drag moves it, or two clicks mark a known
/// length. Drawing tools are inactive meanwhile.
class BackdropGrip final : public QObject, public PictureLayer {
    Q_OBJECT
public:
    enum class Mode { Off, Move, Measure };
    explicit BackdropGrip(Backdrop& backdrop);

    Mode mode() const { return mode_; }
    /// Also removes the marks.
    void setMode(Mode mode);
    /// Ends of the length in the picture's plane [m]: none, one or two.
    const std::vector<Eigen::Vector2d>& marks() const { return marks_; }
    /// Scales the picture so that the marked length is `length` [m], with its first end fixed.
    void scaleTo(double length);

    void paint(QPainter& painter, const Sight& sight) override;

Q_SIGNALS:
    void changed();  ///< the mode or the marks

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Eigen::Vector2d under(QPointF at) const;
    void press(QPointF at);
    void drag(QPointF at);

    Backdrop& backdrop_;
    Mode mode_ = Mode::Off;
    std::vector<Eigen::Vector2d> marks_;
    std::optional<Eigen::Vector2d> held_;  ///< point of the plane held by the drag
    std::optional<Eigen::Vector2d> cursor_;
};

}  // namespace momentree::app

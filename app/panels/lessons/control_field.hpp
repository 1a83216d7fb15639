// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/panels/lessons/lesson_player.hpp"

namespace momentree::app {

/// A slider with its value as a number to type, or a list, for a setting that the learner may
/// change.
class ControlField final : public QWidget {
    Q_OBJECT
public:
    /// @param attempts values tried before, marked at the control
    ControlField(const Control& control, const QString& value,
                 std::vector<LessonPlayer::Attempt> attempts, QWidget* parent = nullptr);

Q_SIGNALS:
    void changed(const QString& value);

private:
    void makeSlider(const QString& value);
    void makeList(const QString& value);
    QString textOf(double value) const;  ///< with unit
    Control control_;
    std::vector<LessonPlayer::Attempt> attempts_;
};

}  // namespace momentree::app

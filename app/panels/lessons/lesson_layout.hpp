// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace momentree::app {

/// The state of lessons in the window. In projector mode only lesson, scene and time bar remain, in
/// large type; restores everything at its end.
class LessonLayout {
public:
    enum class Mode { Off, Lesson, Projector };
    LessonLayout(QMainWindow& window, QDockWidget& lesson);
    void set(Mode mode);
    Mode mode() const { return mode_; }

private:
    void project(bool on);
    void setLarge(bool on);
    QMainWindow& window_;
    QDockWidget& lesson_;
    QByteArray beforeProjector_;
    bool menuShown_ = true, statusShown_ = true, fullScreen_ = false;
    Mode mode_ = Mode::Off;
};

}  // namespace momentree::app

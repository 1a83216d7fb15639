// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFont>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace momentree::app {

/// How the window looks during a lesson: the panels of the drawing give way to the lesson. On the
/// projector only lesson, scene and time are left, in large type. Leaving brings everything back.
class LessonLayout {
public:
    enum class Mode { Off, Lesson, Projector };
    LessonLayout(QMainWindow& window, QDockWidget& lesson);
    void set(Mode mode);
    Mode mode() const { return mode_; }

private:
    void enter();
    void project(bool on);
    QMainWindow& window_;
    QDockWidget& lesson_;
    QByteArray before_, beforeProjector_;
    QFont font_;
    bool menuShown_ = true, statusShown_ = true, fullScreen_ = false;
    Mode mode_ = Mode::Off;
};

}  // namespace momentree::app

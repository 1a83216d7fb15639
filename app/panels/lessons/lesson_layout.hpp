// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFont>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace momentree::app {

/// Arranges the window for a lesson: the drawing panels are replaced by the lesson. In projector
/// mode only lesson, scene and time bar remain, in large type. Restores everything at the end.
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

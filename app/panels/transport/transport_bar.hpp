// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/panels/transport/bookmarks.hpp"

class QComboBox;
class QLabel;
class QToolButton;

namespace momentree::app {

struct Actions;
class RunController;
class TimeSlider;

/// The bar under the scene: reset, step, play, time slider with read-out, speed.
class TransportBar final : public QWidget {
    Q_OBJECT
public:
    TransportBar(RunController& run, Actions& actions, QWidget* parent = nullptr);
    Bookmarks& bookmarks() { return bookmarks_; }
    TimeSlider& slider() { return *slider_; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QToolButton* button(QAction* action, int iconSize);
    static QToolButton* button(QToolButton* button, QAction* action, int iconSize);
    void keepRoomForTime();
    void followTime();
    void followState();
    void followNotes();
    void connectBookmarks();
    void showBookmarkMenu(int index, const QPoint& global);

    RunController& run_;
    Actions& actions_;
    QWidget* gap_;  ///< replaces the slider if that is on a second line
    TimeSlider* slider_;
    QLabel* time_;
    QToolButton* live_;
    QComboBox* speed_;
    Bookmarks bookmarks_;
};

}  // namespace momentree::app

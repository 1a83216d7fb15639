// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/panels/lessons/lesson_folders.hpp"
#include "app/panels/lessons/lesson_work.hpp"

class QLabel;
class QPushButton;

namespace momentree::app {

class LessonPlayer;
class PageView;

/// The last page of a lesson: what was predicted and found, and the lesson after it.
class LessonEnd final : public QWidget {
    Q_OBJECT
public:
    explicit LessonEnd(QWidget* parent = nullptr);
    /// Reads the outcome of an active lesson.
    void sumUp(const LessonPlayer& player);

Q_SIGNALS:
    void nextWanted(const momentree::app::LessonEntry& entry);
    void listWanted();
    void reportWanted(const momentree::app::LessonWork& work);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void offerNext(const QString& after);
    QLabel* title_;
    PageView* page_;
    QPushButton *next_, *list_, *report_;
    LessonWork work_;
    LessonEntry following_;  ///< without a lesson if there is none
};

}  // namespace momentree::app

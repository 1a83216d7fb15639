// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

#include "app/panels/lessons/lesson_player.hpp"

namespace momentree::app {

class LessonEnd;
class LessonShelf;
class LessonView;

/// The list of lessons, the current lesson, or the last page of one.
class LessonPanel final : public QStackedWidget {
    Q_OBJECT
public:
    LessonPanel(std::shared_ptr<const Catalogue> catalogue, LessonStage& stage,
                QWidget* parent = nullptr);

    LessonPlayer& player() { return player_; }
    LessonShelf& shelf() { return *shelf_; }
    LessonView& view() { return *view_; }
    LessonEnd& end() { return *end_; }
    /// Opens a lesson by its folder, as for `--lesson FOLDER`. Shows the errors if it cannot be
    /// read.
    void open(const QString& folder);
    QSize sizeHint() const override { return {430, 700}; }

Q_SIGNALS:
    void started();
    void left();
    /// Asks for the curves of these points, "body.marker".
    void tracesWanted(const std::vector<std::string>& points);

private:
    void start(const LessonEntry& entry);
    LessonPlayer player_;
    LessonShelf* shelf_;
    LessonView* view_;
    LessonEnd* end_;
    bool finished_ = false;  ///< rather than left before its end
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_panel.hpp"

#include "app/panels/lessons/lesson_shelf.hpp"
#include "app/panels/lessons/lesson_view.hpp"

namespace momentree::app {

LessonPanel::LessonPanel(std::shared_ptr<const Catalogue> catalogue, LessonStage& stage,
                         QWidget* parent)
    : QStackedWidget(parent), player_(std::move(catalogue), stage) {
    shelf_ = new LessonShelf(this);
    view_ = new LessonView(player_, this);
    addWidget(shelf_);
    addWidget(view_);
    connect(shelf_, &LessonShelf::chosen, this, &LessonPanel::start);
    connect(view_, &LessonView::closeWanted, &player_, &LessonPlayer::leave);
    connect(&player_, &LessonPlayer::left, this, [this] {
        setCurrentWidget(shelf_);
        Q_EMIT left();
    });
}

void LessonPanel::open(const QString& folder) { start(readLessonFolder(folder)); }

void LessonPanel::start(const LessonEntry& entry) {
    if (!player_.start(entry)) return;
    setCurrentWidget(view_);
    Q_EMIT started();
}

}  // namespace momentree::app

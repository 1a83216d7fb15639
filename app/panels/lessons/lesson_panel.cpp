// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_panel.hpp"

#include <QApplication>
#include <utility>

#include "app/panels/lessons/lesson_end.hpp"
#include "app/panels/lessons/lesson_shelf.hpp"
#include "app/panels/lessons/lesson_view.hpp"

namespace momentree::app {

LessonPanel::LessonPanel(std::shared_ptr<const Catalogue> catalogue, LessonStage& stage,
                         QWidget* parent)
    : QStackedWidget(parent), player_(std::move(catalogue), stage) {
    shelf_ = new LessonShelf(this);
    view_ = new LessonView(player_, this);
    end_ = new LessonEnd(this);
    addWidget(shelf_);
    addWidget(view_);
    addWidget(end_);
    connect(shelf_, &LessonShelf::chosen, this, &LessonPanel::start);
    connect(view_, &LessonView::closeWanted, &player_, &LessonPlayer::leave);
    connect(end_, &LessonEnd::nextWanted, this, &LessonPanel::start);
    connect(end_, &LessonEnd::listWanted, this, [this] { setCurrentWidget(shelf_); });
    connect(&player_, &LessonPlayer::finishing, this, [this] {
        end_->sumUp(player_);
        finished_ = true;
    });
    connect(&player_, &LessonPlayer::left, this, [this] {
        setCurrentWidget(std::exchange(finished_, false) ? static_cast<QWidget*>(end_) : shelf_);
        Q_EMIT left();
    });
}

void LessonPanel::open(const QString& folder) { start(readLessonFolder(folder)); }

void LessonPanel::start(const LessonEntry& entry) {
    const bool focused = isAncestorOf(QApplication::focusWidget());
    if (!player_.start(entry)) return;
    setCurrentWidget(view_);
    if (focused) view_->setFocus(Qt::OtherFocusReason);
    Q_EMIT started();
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/panels/lessons/lesson_folders.hpp"

class QListWidget;
class QListWidgetItem;

namespace momentree::app {

/// The available lessons with goal, duration and progress.
class LessonShelf final : public QWidget {
    Q_OBJECT
public:
    explicit LessonShelf(QWidget* parent = nullptr);
    /// Reads the folders again.
    void refresh();
    const QList<LessonEntry>& entries() const { return entries_; }

Q_SIGNALS:
    void chosen(const momentree::app::LessonEntry& entry);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void choose(const QListWidgetItem* item);
    QListWidget* list_;
    QList<LessonEntry> entries_;
};

}  // namespace momentree::app

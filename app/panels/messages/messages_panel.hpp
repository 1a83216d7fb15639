// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/result.hpp"

class QLabel;
class QPlainTextEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace momentree::app {

/// Everything that went wrong or looks odd, newest first, with the place in the file and the
/// element.
class MessagesPanel final : public QWidget {
    Q_OBJECT
public:
    explicit MessagesPanel(QWidget* parent = nullptr);

    /// Adds the diagnostics of one event under a heading.
    void add(const QString& heading, const QString& file, const Diagnostics& diagnostics);
    /// The same for a model that cannot move; it applies until `settle`.
    void addFault(const QString& heading, const QString& file, const Diagnostics& diagnostics);
    /// The model moves again: its faults stay listed as fixed.
    void settle();
    void clear();
    int count() const;

Q_SIGNALS:
    /// A message was clicked or stepped to. @param place what it speaks of
    void placeChosen(const momentree::Place& place);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showPlace();
    void choose(const QTreeWidgetItem* item);

    std::vector<QTreeWidgetItem*> faults() const;

    QTreeWidget* list_;
    QPlainTextEdit* excerpt_;
};

}  // namespace momentree::app

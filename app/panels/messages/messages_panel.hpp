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

/// All errors and warnings, newest first, with the place in the file and the element.
class MessagesPanel final : public QWidget {
    Q_OBJECT
public:
    explicit MessagesPanel(QWidget* parent = nullptr);

    /// Adds the diagnostics of an event under a heading.
    void add(const QString& heading, const QString& file, const Diagnostics& diagnostics);
    /// The same for a model that cannot move; it applies until `settle`.
    void addFault(const QString& heading, const QString& file, const Diagnostics& diagnostics);
    /// The model can move again: lists its faults as fixed.
    void settle();
    void clear();
    int count() const;

Q_SIGNALS:
    /// A message was clicked or reached by keyboard.
    /// @param place the place it refers to
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

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

    /// Puts the diagnostics of one event under a heading of their own.
    void add(const QString& heading, const QString& file, const Diagnostics& diagnostics);
    void clear();
    int count() const;

Q_SIGNALS:
    /// A message was clicked or stepped to. @param where its place, as a `Diagnostic` has it
    void placeChosen(const std::string& where);

private:
    void showPlace();
    void choose(const QTreeWidgetItem* item);

    QTreeWidget* list_;
    QPlainTextEdit* excerpt_;
};

/// "line 12 · joint 'crank': what is wrong"
QString diagnosticText(const Diagnostic& diagnostic);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>

class QLabel;
class QLineEdit;

namespace momentree::app {

/// A small popup for a new name. Enter takes the name, Esc keeps the old one; a name that is
/// refused stays in the field with the reason below it. Deletes itself.
class NameField final : public QFrame {
    Q_OBJECT
public:
    /// @param take returns empty, or why the name is refused
    NameField(const QString& name, std::function<QString(const QString&)> take, QWidget* parent);

    void open(const QPoint& globalPosition);

private:
    void finish();

    std::function<QString(const QString&)> take_;
    QLineEdit* line_;
    QLabel* problem_;
};

}  // namespace momentree::app

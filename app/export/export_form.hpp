// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace momentree::app {

/// A field for seconds.
/// @param decimals digits after the point
QDoubleSpinBox* secondsBox(double least, double most, int decimals);

/// The common part of dialogs that write a recorded motion to a file: the file and the time span;
/// below a note of two or three lines, the progress and two buttons.
struct ExportForm {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::ExportForm)
public:
    /// @param action text of the button that starts writing
    /// @param decimals of the times
    ExportForm(const QString& action, int decimals);
    void addFile(QFormLayout& form) const;
    void addSpan(QFormLayout& form) const;
    void addEnding(QFormLayout& form) const;
    /// While writing, the first button is disabled and the other one stops.
    void setWriting(bool writing) const;

    QLineEdit* file;
    QPushButton* choose;
    QDoubleSpinBox *begin, *end;
    QLabel* note;
    QProgressBar* progress;
    QPushButton *action, *close;
};

}  // namespace momentree::app

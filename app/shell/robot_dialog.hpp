// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/io/robot_file.hpp"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace momentree::app {

/// Asks for a robot's file, the link that is fixed to ground, and what becomes of its limits.
class RobotDialog final : public QDialog {
    Q_OBJECT
public:
    explicit RobotDialog(const QString& folder, QWidget* parent = nullptr);

    void setFile(const QString& file);
    QString file() const;
    ImportOptions options() const;

private:
    void chooseFile(const QString& folder);
    /// Offers the links of the file as roots.
    void readLinks();
    /// Says what is left out with the chosen options, or why they cannot be had.
    void check();

    QString shown_;  ///< file whose links are offered
    QLineEdit* file_;
    QComboBox* root_;
    QCheckBox* limits_;
    QLabel* told_;
    QPushButton* import_;
};

}  // namespace momentree::app

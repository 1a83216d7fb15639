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
    /// Reads the file and offers its links as roots, or says what is wrong with it.
    void readLinks();

    QString shown_;  ///< file whose links are offered
    QLineEdit* file_;
    QComboBox* root_;
    QCheckBox* limits_;
    QLabel* problem_;
    QPushButton* import_;
};

}  // namespace momentree::app

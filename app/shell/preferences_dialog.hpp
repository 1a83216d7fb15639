// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QFormLayout;
class QLabel;

namespace momentree::app {

/// The preferences. Changes take effect immediately unless the dialog says that a restart is
/// needed.
class PreferencesDialog final : public QDialog {
    Q_OBJECT
public:
    explicit PreferencesDialog(QWidget* parent);

Q_SIGNALS:
    void changed();

private:
    QFormLayout* addPage(const QString& title);
    void addRow(QFormLayout* page, const QString& name, QWidget* editor, const QString& help);
    QComboBox* choice(const char* name);
    void makeAppearance();
    void makeUnits();
    void makeFiles();
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDialog>
#include <optional>

#include "app/runs/table_preview.hpp"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QStringListModel;
class QTableWidget;

namespace momentree::app {

/// Asks how a table of another program is read and which column of a run each of its columns is.
class MappingDialog final : public QDialog {
    Q_OBJECT
public:
    /// @param file path of the table
    /// @param text its beginning
    /// @param known the mapping that it has, or null: then columns are matched by their names
    /// @param columns of a run, the time first
    /// @param reason why the table cannot be read without a mapping, or empty
    MappingDialog(const QString& file, QByteArray text, const ReferenceMapping* known,
                  std::vector<ColumnFacts> columns, QString reason, QWidget* parent);
    /// Valid once the dialog has been accepted.
    const ReferenceMapping& mapping() const { return mapping_; }

private:
    void build();
    void showPreview(const ReferenceMapping& mapping);
    void showRow(int row, const ReferenceMapping& mapping);
    void showUnits(int row, const std::string& chosen);
    void splitAgain();
    void markTime();
    void follow();
    ReferenceMapping read(QString& problem) const;
    QComboBox* target(int row) const;
    QComboBox* unit(int row) const;

    QString file_, reason_;
    QByteArray text_;
    std::vector<ColumnFacts> columns_;
    TablePreview table_;
    ReferenceMapping mapping_;
    bool filling_ = false;
    QStringListModel* targets_;
    QComboBox *separator_, *time_, *timeUnit_;
    QCheckBox *header_, *commas_;
    QTableWidget* rows_;
    QLabel* note_;
    QPushButton* accept_;
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace momentree::app {

/// A field for a number or an expression, with its unit at the right end. Numbers have four digits
/// until they are edited.
class UnitLine final : public QLineEdit {
    Q_OBJECT
public:
    /// @param unit of plain numbers; empty if they have none
    explicit UnitLine(const QString& unit, QWidget* parent = nullptr);

    void setUnit(const QString& unit);
    /// What an expression is worth, "45 deg", beside it until it is edited; empty for plain
    /// numbers.
    void setValue(const QString& value);
    /// What stands at the right end.
    QString beside() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintShort(const QString& shown);
    QString unit_, value_;
};

}  // namespace momentree::app

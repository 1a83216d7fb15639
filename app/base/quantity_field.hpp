// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

namespace momentree::app {

/// A field for a positive number of any magnitude with a unit: accepts "1e-3", "0,5" and, for
/// seconds, "2 ms". The arrows step through 1-2-5.
class QuantityField final : public QDoubleSpinBox {
    Q_OBJECT
public:
    /// @param unit shown after the number, "s", "1/s" or empty
    explicit QuantityField(const QString& unit, QWidget* parent = nullptr);

    void showValue(double value);  ///< without emitting a signal

    QString textFromValue(double value) const override;
    double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
    void stepBy(int steps) override;
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override { return minimumSizeHint(); }

Q_SIGNALS:
    void edited(double value);  ///< by the user, after typing or stepping has ended

protected:
    StepEnabled stepEnabled() const override { return StepUpEnabled | StepDownEnabled; }
    void wheelEvent(QWheelEvent* event) override;

private:
    bool parse(const QString& text, double& value) const;
    QString unit_;
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "core/session/catalogue.hpp"

class QCheckBox;
class QFormLayout;

namespace momentree::app {

/// Further settings of a run, shown only if the formulation and the integrator use them.
class MoreSettings final : public QWidget {
    Q_OBJECT
public:
    /// @param prefix of the fields' object names
    explicit MoreSettings(QWidget* parent = nullptr, QString prefix = {});
    void show(const RunSpec& spec, bool estimateError);  ///< without emitting a signal

Q_SIGNALS:
    /// Edited by the user.
    /// @param what description, "recording interval 0.02 s"
    void edited(const momentree::RunSpec& spec, const QString& what);
    void estimateErrorToggled(bool on);

private:
    struct Row {
        QWidget* field;
        std::function<void(const RunSpec&)> show;
        std::function<bool(const RunSpec&)> applies;
    };
    void add(Row row, const QString& name, const QString& caption, const QString& help);
    void addQuantity(double RunSpec::*member, const QString& unit, const QString& name,
                     const QString& caption, const QString& help,
                     std::function<bool(const RunSpec&)> applies, bool mayBeZero = false);
    void addCount(int RunSpec::*member, int least, int most, const QString& name,
                  const QString& caption, const QString& help,
                  std::function<bool(const RunSpec&)> applies);
    void addSwitch(bool RunSpec::*member, const QString& name, const QString& caption,
                   const QString& help, std::function<bool(const RunSpec&)> applies);
    void tell(const QString& caption, const QString& value);

    QString prefix_;
    QFormLayout* layout_;
    QCheckBox* estimateError_;
    std::vector<Row> rows_;
    RunSpec spec_;
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>

#include "app/panels/studies/settings.hpp"

class QComboBox;
class QGridLayout;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace momentree::app {

inline constexpr int mostStudyRuns = 500;

/// The fields of one axis of a study, as a row of a grid: what is swept, from where to where, how
/// many values and whether they are spaced logarithmically; or which ids.
class SweepRow final : public QObject {
    Q_OBJECT
public:
    /// @param row of the grid
    /// @param optional whether "nothing" can be chosen
    SweepRow(QGridLayout& grid, int row, bool optional, QObject* parent);

    /// What can be chosen; keeps the choice and its fields if it is still there.
    void offer(std::vector<Sweepable> all);
    void select(const std::string& name);  ///< with proposed values
    void setRange(double from, double to, int count, bool logarithmic);
    /// Empty if nothing is chosen or the fields have no meaning.
    std::optional<StudyAxis> axis() const;
    /// What is wrong with the fields; empty if nothing is.
    QString problem() const;
    bool isEmpty() const { return !current(); }
    bool hasRange() const;  ///< from one number to another, not ids

Q_SIGNALS:
    void changed();

private:
    const Sweepable* current() const;
    void propose();
    void fillChoices(const Sweepable& one);
    void showFields();
    std::optional<double> number(const QLineEdit& field) const;

    std::vector<Sweepable> all_;
    bool optional_;
    QComboBox* what_;
    QLineEdit *from_, *to_;
    QSpinBox* count_;
    QToolButton *logarithmic_, *choices_;
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/column_choices.hpp"

#include <QObject>

#include "app/base/display_unit.hpp"
#include "core/diagnostics/column_units.hpp"
#include "core/diagnostics/solver_columns.hpp"

namespace momentree::app {
namespace {

/// Adds columns under one heading.
class Lister {
public:
    Lister(const RowLayout& layout, const Model& model)
        : layout_(layout), units_(columnUnits(model, layout)) {}
    void add(int first, int count, const QString& group) {
        for (int column = first; column < first + count; ++column) {
            const auto at = static_cast<std::size_t>(column);
            QString unit = QString::fromStdString(units_[at]);
            unit.replace(QStringLiteral("^2"), QStringLiteral("²"));
            const DisplayUnit shown = displayUnit(unit, shown_);
            const std::string& name = layout_.names()[at];
            out_.push_back({column, QString::fromStdString(name), titleOf(column, name),
                            shown.label, group, unit, shown.perSi});
        }
    }
    ColumnChoices take() {
        return std::make_shared<const std::vector<ColumnChoice>>(std::move(out_));
    }

private:
    /// Energies have words as titles, as in their own plot.
    QString titleOf(int column, const std::string& name) const {
        const bool energy = column >= layout_.kinetic() && column <= layout_.total();
        return energy ? QObject::tr(name.c_str()) : QString::fromStdString(name);
    }

    const RowLayout& layout_;
    std::vector<std::string> units_;
    const DisplayUnits shown_ = displayUnits();
    std::vector<ColumnChoice> out_;
};

}  // namespace

ColumnChoices columnChoices(const RowLayout& layout, const Model& model) {
    Lister list(layout, model);
    const SolverColumns columns(model, layout);
    const int joints = static_cast<int>(model.joints.size());
    list.add(layout.probe(0), layout.probeCount(), QObject::tr("Probes"));
    list.add(layout.controllers(), layout.controllerStates(), QObject::tr("Controllers"));
    list.add(layout.kinetic(), 3, QObject::tr("Energy"));
    list.add(layout.balance(), 1, QObject::tr("Energy"));
    list.add(columns.power(0), 2 * columns.sourceCount(), QObject::tr("Power and work"));
    list.add(layout.driftPosition(), 3, QObject::tr("Drift"));
    list.add(columns.momentum(), 6, QObject::tr("Momentum of all bodies"));
    const int firstJoint = joints > 0 ? layout.jointQ(0) : layout.kinetic();
    list.add(firstJoint, layout.kinetic() - firstJoint, QObject::tr("Joints"));
    for (int j = 0; j < joints; ++j)
        list.add(columns.joint(j), columns.jointCount(j), QObject::tr("Joint momenta"));
    list.add(1, firstJoint - 1, QObject::tr("Bodies"));
    list.add(columns.multiplier(0), columns.multiplierCount(),
             QObject::tr("Constraint multipliers"));
    list.add(layout.newton(), 1, QObject::tr("Solver"));
    list.add(layout.phase(static_cast<Phase>(0)), static_cast<int>(phaseCount),
             QObject::tr("Solver"));
    return list.take();
}

}  // namespace momentree::app

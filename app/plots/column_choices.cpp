// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/column_choices.hpp"

#include <QHash>
#include <QObject>
#include <array>
#include <type_traits>
#include <variant>

namespace momentree::app {
namespace {

/// Whether the coordinates that a probe reads are angles; empty: neither angle nor length.
enum class Nature { Angle, Length, Number };

Nature coordinateNature(const Joint& joint, int k) {
    return std::visit(
        [k](auto kind) {
            using J = decltype(kind);
            if (std::is_same_v<J, Spherical>) return Nature::Number;
            if (std::is_same_v<J, Free>) return k < 3 ? Nature::Length : Nature::Number;
            const auto index = static_cast<std::size_t>(k);
            return index < kind.angular.size() && *(kind.angular.data() + index) ? Nature::Angle
                                                                                 : Nature::Length;
        },
        joint);
}

Nature speedNature(const Joint& joint, int k) {
    if (std::holds_alternative<Spherical>(joint)) return Nature::Angle;
    if (std::holds_alternative<Free>(joint)) return k < 3 ? Nature::Length : Nature::Angle;
    return coordinateNature(joint, k);
}

QString unitOf(Nature nature, bool rate) {
    if (nature == Nature::Number) return {};
    if (nature == Nature::Angle) return rate ? QStringLiteral("rad/s") : QStringLiteral("rad");
    return rate ? QStringLiteral("m/s") : QStringLiteral("m");
}

QString probeUnit(const Probe& probe, const Model& model) {
    static const QHash<QString, QString> units{
        {QStringLiteral("position"), QStringLiteral("m")},
        {QStringLiteral("velocity"), QStringLiteral("m/s")},
        {QStringLiteral("acceleration"), QStringLiteral("m/s²")},
        {QStringLiteral("angular_velocity_world"), QStringLiteral("rad/s")},
        {QStringLiteral("angular_velocity_body"), QStringLiteral("rad/s")},
        {QStringLiteral("joint_angle"), QStringLiteral("rad")},
        {QStringLiteral("joint_rate"), QStringLiteral("rad/s")},
        {QStringLiteral("joint_displacement"), QStringLiteral("m")},
        {QStringLiteral("point_distance"), QStringLiteral("m")},
        {QStringLiteral("kinetic_energy"), QStringLiteral("J")},
        {QStringLiteral("potential_energy"), QStringLiteral("J")},
        {QStringLiteral("total_energy"), QStringLiteral("J")},
        {QStringLiteral("total_ground_force"), QStringLiteral("N")},
        {QStringLiteral("joint_force_on_body"), QStringLiteral("N")},
        {QStringLiteral("joint_torque_on_body"), QStringLiteral("N m")}};
    const QString quantity = QString::fromStdString(probe.what.quantity);
    const bool ofJoint = probe.joint >= 0;
    if (ofJoint && quantity == QLatin1String("joint_rate"))
        return unitOf(speedNature(model.joints[static_cast<std::size_t>(probe.joint)].kind,
                                  probe.what.coordinate - 1),
                      true);
    if (quantity == QLatin1String("drive_torque") && probe.motion >= 0)
        return model.motions[static_cast<std::size_t>(probe.motion)].rotation
                   ? QStringLiteral("N m")
                   : QStringLiteral("N");
    return units.value(quantity);
}

/// Adds columns one after the other under one heading.
class Lister {
public:
    explicit Lister(const RowLayout& layout) : layout_(layout) {}
    void add(int column, const QString& unit, const QString& group) {
        const std::string& name = layout_.names()[static_cast<std::size_t>(column)];
        out_.push_back({column, QString::fromStdString(name), unit, group});
    }
    std::vector<ColumnChoice> take() { return std::move(out_); }

private:
    const RowLayout& layout_;
    std::vector<ColumnChoice> out_;
};

void addJoint(Lister& list, const RowLayout& layout, const JointElement& joint, int index) {
    const QString group = QObject::tr("Joints");
    for (int k = 0; k < layout.jointU(index) - layout.jointQ(index); ++k)
        list.add(layout.jointQ(index) + k, unitOf(coordinateNature(joint.kind, k), false), group);
    for (int k = 0; k < layout.jointReaction(index) - layout.jointU(index); ++k)
        list.add(layout.jointU(index) + k, unitOf(speedNature(joint.kind, k), true), group);
    for (int k = 0; k < 6; ++k)
        list.add(layout.jointReaction(index) + k,
                 k < 3 ? QStringLiteral("N") : QStringLiteral("N m"), group);
}

}  // namespace

std::vector<ColumnChoice> columnChoices(const RowLayout& layout, const Model& model) {
    Lister list(layout);
    for (int i = 0; i < layout.probeCount(); ++i)
        list.add(layout.probe(i), probeUnit(model.probes[static_cast<std::size_t>(i)], model),
                 QObject::tr("Probes"));
    for (const int column : {layout.kinetic(), layout.potential(), layout.total()})
        list.add(column, QStringLiteral("J"), QObject::tr("Energy"));
    for (const int column :
         {layout.driftPosition(), layout.driftVelocity(), layout.driftAcceleration()})
        list.add(column, {}, QObject::tr("Drift"));
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        addJoint(list, layout, model.joints[j], static_cast<int>(j));
    static const std::array<const char*, 13> bodyUnits{
        "m", "m", "m", "", "", "", "", "m/s", "m/s", "m/s", "rad/s", "rad/s", "rad/s"};
    for (std::size_t b = 0; b < model.bodies.size(); ++b)
        for (std::size_t k = 0; k < bodyUnits.size(); ++k)
            list.add(layout.body(static_cast<int>(b)) + static_cast<int>(k),
                     QString::fromLatin1(bodyUnits[k]), QObject::tr("Bodies"));
    return list.take();
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/fields/characteristic_fields.hpp"

#include <QCoreApplication>
#include <array>

#include "app/base/text.hpp"

namespace momentree::app {
std::vector<Field> characteristicFields(const CharacteristicAccess& access, const QString& effort,
                                        const QString& position, const std::string& setPoint,
                                        bool byReaction) {
    const QString speed = position + "/s";
    std::vector<Field> fields;
    QString title;
    const auto add = [&](const QString& name, const QString& unit, const QString& help,
                         Scalar CharacteristicDescription::*member) {
        fields.push_back(scalarField(name, unit, help, [access, member](auto& model) -> Scalar& {
            return access(model).*member;
        }));
        fields.back().fold = title;
    };
    using Law = CharacteristicDescription;
    title = tr("Friction");
    const QString level = byReaction ? QString() : effort;
    add(tr("Kinetic"), level, tr("Friction while it slides"), &Law::kineticFriction);
    add(tr("Reversal speed"), speed,
        tr("Within about twice this speed friction changes its sign; with 0 it is exact and the "
           "joint sticks"),
        &Law::frictionSpeed);
    add(tr("Static"), level, tr("Friction near rest, if it is higher than the kinetic one"),
        &Law::staticFriction);
    add(tr("Stribeck speed"), speed, tr("Where static friction falls to the kinetic one"),
        &Law::stribeckSpeed);
    if (byReaction)
        add(position == "rad" ? tr("Pin radius") : tr("Guide length"), "m",
            position == "rad" ? tr("Of the joint; friction is coefficient x radial force x radius")
                              : tr("Between the ends of the guide that carry moments, 0 for none"),
            position == "rad" ? &Law::frictionRadius : &Law::guideLength);
    fields.push_back(textField(
        tr("By the reaction of"),
        tr("The joint whose reaction causes the friction, whose values are then coefficients; "
           "empty for values that are efforts"),
        [access](ModelDescription& m) -> std::string& { return access(m).frictionJoint; }));
    fields.back().fold = title;
    title = tr("Motor");
    add(tr("Stall"), effort, tr("Torque or force of the motor at rest, its limit"), &Law::stall);
    add(tr("No-load speed"), speed, tr("Where the torque or force of the motor is zero"),
        &Law::noLoadSpeed);
    title = tr("Controller");
    const auto control = [&](const QString& name, const QString& unit, const QString& help,
                             std::function<Scalar&(ControllerDescription&)> member) {
        fields.push_back(scalarField(name, unit, help, [access, member](auto& model) -> Scalar& {
            return member(access(model).controller);
        }));
        fields.back().fold = title;
    };
    using Controller = ControllerDescription;
    const QString gain = effort + "/" + position;
    control(tr("Proportional"), gain, tr("Effort per error of the angle or displacement"),
            [](Controller& c) -> Scalar& { return c.proportional; });
    control(tr("Integral"), gain + "/s", tr("Effort per error and second"),
            [](Controller& c) -> Scalar& { return c.integral; });
    control(tr("Derivative"), gain + " s", tr("Effort per rate of the error"),
            [](Controller& c) -> Scalar& { return c.derivative; });
    control(tr("Filter time"), "s", tr("Time constant of the filter of that rate, 0 for none"),
            [](Controller& c) -> Scalar& { return c.filter; });
    control(tr("Limit"), effort, tr("Largest torque or force of the controller, 0 for none"),
            [](Controller& c) -> Scalar& { return c.limit; });
    if (setPoint == "constant" || setPoint == "harmonic")
        control(tr("Set point"), position, tr("Where the controller holds the coordinate"),
                [](Controller& c) -> Scalar& { return c.setPoint.offset; });
    if (setPoint == "constant")
        control(tr("Set point rate"), speed, tr("Change of the set point per second"),
                [](Controller& c) -> Scalar& { return c.setPoint.rate; });
    for (Field& field :
         curveFields([access](ModelDescription& m) -> CurveDescription& { return access(m).curve; },
                     effort, position))
        fields.push_back(std::move(field));
    return fields;
}

std::vector<Field> curveFields(const CurveAccess& access, const QString& effort,
                               const QString& position) {
    std::vector<Field> fields{
        numbersField(
            tr("Positions"), position,
            tr("Deflections of a nonlinear spring, ascending, separated by commas"),
            [access](ModelDescription& m) -> std::vector<Scalar>& { return access(m).positions; }),
        numbersField(
            tr("Values"), effort, tr("Its restoring torque or force there"),
            [access](ModelDescription& m) -> std::vector<Scalar>& { return access(m).values; })};
    Field shape{tr("Between them"),  {}, tr("How the curve runs between its points"), {}, {},
                {"spline", "linear"}};
    shape.text = [access](ModelDescription& m) {
        return access(m).linear ? QStringLiteral("linear") : QStringLiteral("spline");
    };
    shape.take = [access](ModelDescription& m, const QString& text) {
        access(m).linear = text == QLatin1String("linear");
        return QString();
    };
    fields.push_back(std::move(shape));
    for (Field& field : fields) field.fold = tr("Curve");
    return fields;
}

std::vector<Field> bushingFields(std::size_t force) {
    using Matrix = std::vector<Scalar> BushingDescription::*;
    std::vector<Field> fields;
    const auto add = [&](const QString& name, const QString& unit, const QString& help,
                         Matrix matrix, std::size_t first) {
        std::vector<ScalarAccess> entries;
        for (std::size_t k = first; k < first + 3; ++k)
            entries.push_back([force, matrix, k](ModelDescription& model) -> Scalar& {
                std::vector<Scalar>& all =
                    std::get<BushingDescription>(model.forces[force].law).*matrix;
                if (all.empty()) all.resize(6);
                return all[all.size() == 36 ? 7 * k : k];
            });
        fields.push_back(listField(name, unit, help, std::move(entries)));
    };
    add(tr("Stiffness"), "N/m", tr("Force per displacement along x, y, z of the first marker"),
        &BushingDescription::stiffness, 0);
    add(tr("Torsional stiffness"), "N m/rad", tr("Torque per rotation about x, y, z"),
        &BushingDescription::stiffness, 3);
    add(tr("Damping"), "N s/m", tr("Force per speed along x, y, z"), &BushingDescription::damping,
        0);
    add(tr("Torsional damping"), "N m s/rad", tr("Torque per angular speed about x, y, z"),
        &BushingDescription::damping, 3);
    return fields;
}

std::vector<Field> bushingCurveFields(std::size_t force) {
    const std::array titles{tr("Curve along x"), tr("Curve along y"), tr("Curve along z"),
                            tr("Curve about x"), tr("Curve about y"), tr("Curve about z")};
    std::vector<Field> fields;
    for (std::size_t k = 0; k < titles.size(); ++k)
        for (Field& field : curveFields(
                 [force, k](ModelDescription& m) -> CurveDescription& {
                     return std::get<BushingDescription>(m.forces[force].law).curves[k];
                 },
                 k < 3 ? "N" : "N m", k < 3 ? "m" : "rad")) {
            field.fold = titles[k];
            fields.push_back(std::move(field));
        }
    return fields;
}

}  // namespace momentree::app

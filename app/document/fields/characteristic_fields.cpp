// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/fields/characteristic_fields.hpp"

#include <QCoreApplication>

#include "app/base/text.hpp"

namespace momentree::app {
namespace {

using NumbersAccess = std::function<std::vector<Scalar>&(ModelDescription&)>;

/// Any number of values in one line, separated by commas; none if it is empty.
Field numbersField(const QString& name, const QString& unit, const QString& help,
                   const NumbersAccess& access) {
    const auto entry = [access, unit](std::size_t k) {
        return listField({}, unit, {}, {[access, k](ModelDescription& model) -> Scalar& {
                             return access(model)[k];
                         }});
    };
    Field field{name, displayUnit(unit).label, help, {}, {}, {}};
    field.text = [access, entry](ModelDescription& model) {
        QStringList parts;
        for (std::size_t k = 0; k < access(model).size(); ++k) parts << entry(k).text(model);
        return parts.join(QStringLiteral(", "));
    };
    field.take = [access, entry](ModelDescription& model, const QString& text) -> QString {
        const QStringList parts = text.trimmed().isEmpty() ? QStringList() : splitList(text);
        std::vector<Scalar> before(static_cast<std::size_t>(parts.size()));
        std::swap(before, access(model));
        for (qsizetype k = 0; k < parts.size(); ++k)
            if (QString why = entry(static_cast<std::size_t>(k)).take(model, parts[k]);
                !why.isEmpty()) {
                access(model) = before;
                return why;
            }
        return {};
    };
    return field;
}

}  // namespace

std::vector<Field> characteristicFields(const CharacteristicAccess& access, const QString& effort,
                                        const QString& position) {
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
    add(tr("Kinetic"), effort, tr("Friction while it slides"), &Law::kineticFriction);
    add(tr("Reversal speed"), speed, tr("Within about twice this speed friction changes its sign"),
        &Law::frictionSpeed);
    add(tr("Static"), effort, tr("Friction near rest, if it is higher than the kinetic one"),
        &Law::staticFriction);
    add(tr("Stribeck speed"), speed, tr("Where static friction falls to the kinetic one"),
        &Law::stribeckSpeed);
    title = tr("Motor");
    add(tr("Stall"), effort, tr("Torque or force of the motor at rest, its limit"), &Law::stall);
    add(tr("No-load speed"), speed, tr("Where the torque or force of the motor is zero"),
        &Law::noLoadSpeed);
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

}  // namespace momentree::app

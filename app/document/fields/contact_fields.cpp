// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/fields/contact_fields.hpp"

#include "app/base/text.hpp"
#include "app/document/fields/body_fields.hpp"

namespace momentree::app {
namespace {

/// Of a new contact that is pushed back [N/m^1.5], and of one that rebounds.
constexpr double usualContactStiffness = 1e5, usualRestitution = 0.5;

ContactDescription& contactOf(ModelDescription& model, std::size_t force) {
    return std::get<ContactDescription>(model.forces[force].law);
}

/// Whether the first marker is on a plane or in the centre of a sphere.
Field againstField(std::size_t i) {
    Field field{tr("Against"),
                {},
                tr("What is at the first marker: a plane with its z as normal, or a sphere"),
                {},
                {},
                {"plane", "sphere"}};
    field.text = [i](ModelDescription& m) {
        return contactOf(m, i).radiusA ? QStringLiteral("sphere") : QStringLiteral("plane");
    };
    field.take = [i](ModelDescription& m, const QString& text) {
        ContactDescription& own = contactOf(m, i);
        if (text == QLatin1String("plane"))
            own.radiusA.reset();
        else if (!own.radiusA)
            own.radiusA = own.radius;
        return QString();
    };
    return field;
}

/// An impact takes no time and has neither damping nor friction.
Field touchField(std::size_t i) {
    Field field{tr("Touch"),
                {},
                tr("An impact reverses the speed at one instant; an elastic contact pushes back "
                   "with damping and friction"),
                {},
                {},
                {"impact", "elastic"}};
    field.text = [i](ModelDescription& m) {
        return contactOf(m, i).restitution ? QStringLiteral("impact") : QStringLiteral("elastic");
    };
    field.take = [i](ModelDescription& m, const QString& text) {
        ContactDescription& own = contactOf(m, i);
        if (text == QLatin1String("impact") && !own.restitution) {
            own.restitution = Scalar(usualRestitution);
            own.stiffness.reset();
            own.damping = own.friction = Scalar();
        } else if (text == QLatin1String("elastic") && !own.stiffness) {
            own.stiffness = Scalar(usualContactStiffness);
            own.restitution.reset();
        }
        return QString();
    };
    return field;
}

}  // namespace

std::vector<Field> contactKindFields(const ModelDescription& model, std::size_t i) {
    const auto& own = std::get<ContactDescription>(model.forces[i].law);
    std::vector<Field> fields{againstField(i)};
    if (own.radiusA)
        fields.push_back(
            scalarField(tr("First radius"), "m", valueHelp(tr("Of the sphere at the first marker")),
                        [i](ModelDescription& m) -> Scalar& { return *contactOf(m, i).radiusA; }));
    fields.push_back(touchField(i));
    if (own.restitution)
        fields.push_back(scalarField(
            tr("Restitution"), "",
            valueHelp(tr("Speed after an impact over that before it, from 0 to 1")),
            [i](ModelDescription& m) -> Scalar& { return *contactOf(m, i).restitution; }));
    if (own.stiffness)
        fields.push_back(scalarField(
            tr("Stiffness"), "N/m^1.5", valueHelp(tr("Force over depth to the power of 1.5")),
            [i](ModelDescription& m) -> Scalar& { return *contactOf(m, i).stiffness; }));
    return fields;
}

std::vector<Field> contactFields(const ContactDescription& contact, std::size_t i) {
    std::vector<Field> fields;
    const auto add = [&](const QString& name, const QString& unit, const QString& help,
                         Scalar ContactDescription::*member) {
        fields.push_back(scalarField(
            name, unit, valueHelp(help),
            [i, member](ModelDescription& m) -> Scalar& { return contactOf(m, i).*member; }));
    };
    add(tr("Radius"), "m", tr("Of the sphere; 0 for a point"), &ContactDescription::radius);
    if (!contact.stiffness) return fields;
    add(tr("Damping"), "s/m", tr("Relative to the elastic force"), &ContactDescription::damping);
    add(tr("Friction"), "", tr("Coefficient"), &ContactDescription::friction);
    add(tr("Slip speed"), "m/s", tr("At which friction is 76 % of its limit"),
        &ContactDescription::slip);
    return fields;
}

}  // namespace momentree::app

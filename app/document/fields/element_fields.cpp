// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "app/base/text.hpp"
#include "app/document/edits/joints.hpp"
#include "app/document/edits/references.hpp"
#include "app/document/fields/body_fields.hpp"
#include "app/document/fields/characteristic_fields.hpp"
#include "app/document/fields/contact_fields.hpp"
#include "app/document/fields/coupling_fields.hpp"
#include "app/document/fields/curve_joint_fields.hpp"
#include "app/document/fields/field.hpp"
#include "app/document/fields/joint_fields.hpp"
#include "app/document/fields/link_fields.hpp"
#include "app/document/shape_mass.hpp"
#include "core/model/shape_mass.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

using Model = ModelDescription;

std::vector<ScalarAccess> components(const std::function<Scalar3&(Model&)>& vector) {
    std::vector<ScalarAccess> list;
    list.reserve(3);
    for (std::size_t k = 0; k < 3; ++k)
        list.push_back([vector, k](Model& model) -> Scalar& { return vector(model)[k]; });
    return list;
}

Field nameField(const Element& element) {
    Field field{tr("Name"), {}, tr("The name in files, tables and messages"), {}, {}, {}};
    field.text = [element](Model& model) { return elementName(model, element); };
    field.take = [element](Model& model, const QString& text) {
        return rename(model, element, text);
    };
    return field;
}

// References to markers.

QStringList allMarkers(const Model& model) {
    QStringList list;
    for (const auto& marker : model.groundMarkers)
        list << "ground." + QString::fromStdString(marker.name);
    for (const BodyDescription& body : model.bodies) {
        const QString name = QString::fromStdString(body.name);
        for (const auto& marker : body.markers)
            list << name + "." + QString::fromStdString(marker.name);
        list << name;
    }
    list << "ground";
    return list;
}

QString referenceText(const MarkerReference& reference) {
    QString text = QString::fromStdString(reference.body);
    if (!reference.marker.empty()) text += "." + QString::fromStdString(reference.marker);
    return text;
}

Field referenceField(const Model& model, const QString& name, const QString& help,
                     const std::function<MarkerReference&(Model&)>& access) {
    Field field{name, {}, help, {}, {}, allMarkers(model)};
    field.text = [access](Model& m) { return referenceText(access(m)); };
    field.take = [access](Model& m, const QString& text) {
        access(m) = {text.section('.', 0, 0).toStdString(), text.section('.', 1).toStdString(), 0};
        return QString();
    };
    return field;
}

// Laws of time.

using LawAccess = std::function<LawDescription&(Model&)>;

void addLaw(std::vector<Field>& fields, const Model& model, const LawAccess& law,
            const QString& unit) {
    const std::string kind = law(const_cast<Model&>(model)).kind;
    const auto add = [&](const QString& name, const QString& u, const QString& help,
                         Scalar LawDescription::*member) {
        fields.push_back(scalarField(name, u, valueHelp(help), [law, member](Model& m) -> Scalar& {
            return law(m).*member;
        }));
    };
    // Others have lists, which this choice could not make up.
    QStringList kinds{"constant", "harmonic"};
    if (!kinds.contains(QString::fromStdString(kind))) kinds << QString::fromStdString(kind);
    fields.push_back(choiceField(tr("Law"), tr("How it changes with time"), kinds,
                                 [law](Model& m) -> std::string& { return law(m).kind; }));
    const auto addList = [&](const QString& name, const QString& u, const QString& help,
                             std::vector<Scalar> LawDescription::*member) {
        fields.push_back(numbersField(
            name, u, help,
            [law, member](Model& m) -> std::vector<Scalar>& { return law(m).*member; }));
    };
    if (kind == "polynomial")
        addList(tr("Coefficients"), "",
                tr("Of powers of the time, from the constant one, in SI units: value at the start, "
                   "rate, "
                   "half the acceleration"),
                &LawDescription::coefficients);
    if (kind == "table") {
        addList(tr("Times"), "s", tr("Of the values"), &LawDescription::times);
        addList(tr("Values"), unit, tr("At these times"), &LawDescription::values);
    }
    if (kind == "constant" || kind == "harmonic")
        add(tr("Offset"), unit,
            tr("Value at the start. The constant law of a force may depend on the time t, the "
               "angle or "
               "displacement q between its markers, its rate u and probes: -10*q - 2*u"),
            &LawDescription::offset);
    const auto addRate = [&](const QString& name, const QString& u, const QString& help,
                             Scalar LawDescription::*member) {
        fields.push_back(rateField(name, u, valueHelp(help),
                                   [law, member](Model& m) -> Scalar& { return law(m).*member; }));
    };
    if (kind == "constant") {
        const QString help = tr("Change per second; 60 rpm for a speed of rotation");
        unit == "rad"
            ? addRate(tr("Speed"), "rpm", help, &LawDescription::rate)
            : add(unit == "m" ? tr("Speed") : tr("Rate"), unit + "/s", help, &LawDescription::rate);
    }
    if (kind != "harmonic") return;
    add(tr("Amplitude"), unit, tr("Largest distance from the offset"), &LawDescription::amplitude);
    addRate(tr("Frequency"), "Hz", tr("Of the oscillation; 2 Hz is two periods per second"),
            &LawDescription::frequency);
    add(tr("Phase"), "rad", tr("Of the oscillation at the start"), &LawDescription::phase);
}

std::vector<Field> modelFields() {
    return {textField(tr("Title"), tr("The name of the model in the window and the gallery"),
                      [](Model& m) -> std::string& { return m.title; }),
            textField(tr("Text"), tr("A description of the model"),
                      [](Model& m) -> std::string& { return m.text; }),
            listField(tr("Gravity"), "m/s²", valueHelp(tr("Acceleration of free fall: x, y, z")),
                      components([](Model& m) -> Scalar3& { return m.gravity; }))};
}

/// What is set on the picture or rarely is hidden until its title is clicked.
void fold(std::vector<Field>& fields, std::size_t from, const QString& title,
          const QString& summary = {}) {
    for (std::size_t k = from; k < fields.size(); ++k) {
        fields[k].fold = title;
        fields[k].foldSummary = summary;
    }
}

QString markerNames(const BodyDescription& body) {
    QStringList names;
    for (const MarkerDescription& marker : body.markers)
        names << QString::fromStdString(marker.name);
    return names.join(QStringLiteral(", "));
}

std::vector<Field> bodyFields(const Model& model, std::size_t i) {
    std::vector<Field> fields = barFields(model, i);
    fields.push_back(massField(i));
    fields.push_back(materialField(i));
    if (auto section = sectionField(model, i)) fields.push_back(std::move(*section));
    std::size_t from = fields.size();
    fields.push_back(densityField(i));
    Field centre = listField(tr("Centre of mass"), "m",
                             valueHelp(tr("From the body's origin, in its axes: x, y, z")),
                             components([i](Model& m) -> Scalar3& { return m.bodies[i].com; }));
    centre.take = [i, plain = centre.take](Model& m, const QString& text) {
        if (!isSolid(m.bodies[i].shape)) keepMass(m.bodies[i]);
        return plain(m, text);
    };
    fields.push_back(std::move(centre));
    fields.push_back(inertiaField(i));
    fold(fields, from, tr("Inertia"), inertiaSource(model.bodies[i]));
    from = fields.size();
    for (std::size_t k = 0; k < model.bodies[i].markers.size(); ++k)
        fields.push_back(listField(
            tr("Point %1").arg(QString::fromStdString(model.bodies[i].markers[k].name)), "m",
            valueHelp(tr("A marker, from the body's origin in its axes: x, y, z")),
            components([i, k](Model& m) -> Scalar3& { return m.bodies[i].markers[k].position; })));
    for (std::size_t k = 0; k < model.bodyStarts.size(); ++k)
        if (model.bodyStarts[k].body == model.bodies[i].name && model.bodyStarts[k].position)
            fields.push_back(listField(
                tr("Starts at"), "m",
                valueHelp(tr("Position of its origin in the world before loops are closed")),
                components([k](Model& m) -> Scalar3& { return *m.bodyStarts[k].position; })));
    fold(fields, from, tr("Points and start"), markerNames(model.bodies[i]));
    from = fields.size();
    fields.push_back(meshField(i));
    if (auto factors = meshFactorsField(model, i)) fields.push_back(std::move(*factors));
    fields.push_back(colorField(i));
    fold(fields, from, tr("Appearance"));
    return fields;
}

std::vector<Field> jointFields(const Model& model, std::size_t i) {
    std::vector<Field> fields;
    fields.push_back(jointTypeField(i));
    if (auto start = jointStartField(model, i)) fields.push_back(*start);
    const std::string& type = model.joints[i].type;
    if (model.joints[i].length)
        fields.push_back(scalarField(
            type == "screw"      ? tr("Lead")
            : type == "distance" ? tr("Length")
                                 : tr("Radius"),
            "m",
            valueHelp(type == "screw"      ? tr("Displacement in one turn; negative if left-handed")
                      : type == "distance" ? tr("Between the two points")
                      : type == "cam-roller" ? tr("Of the roller about its marker")
                                             : tr("Of the disc about z of its marker")),
            [i](Model& m) -> Scalar& { return *m.joints[i].length; }));
    if (model.joints[i].semiAxes)
        fields.push_back(
            listField(tr("Semi-axes"), "m", valueHelp(tr("Along x, y, z of the marker that rolls")),
                      components([i](Model& m) -> Scalar3& { return *m.joints[i].semiAxes; })));
    if (model.joints[i].curve)
        for (Field& field : jointCurveFields(model, i)) fields.push_back(std::move(field));
    for (std::size_t k = 0; k < model.jointStarts.size(); ++k) {
        const JointStart& start = model.jointStarts[k];
        if (start.joint != model.joints[i].name) continue;
        if (start.u.size() == 1)
            fields.push_back(
                scalarField(tr("Starts with"), "", valueHelp(tr("Joint speed at time 0")),
                            [k](Model& m) -> Scalar& { return m.jointStarts[k].u[0]; }));
    }
    addLimits(fields, model, i);
    const std::size_t from = fields.size();
    if (auto axis = jointAxisField(model, i)) fields.push_back(*axis);
    if (auto place = jointPlaceField(model, i)) fields.push_back(*place);
    fields.push_back(referenceField(model, tr("From"), tr("The marker whose z is the joint's axis"),
                                    [i](Model& m) -> MarkerReference& { return m.joints[i].a; }));
    fields.push_back(referenceField(model, tr("To"), tr("The marker that moves"),
                                    [i](Model& m) -> MarkerReference& { return m.joints[i].b; }));
    fold(fields, from, tr("Place"));
    return fields;
}

/// The choice cannot switch between rotation and translation, whose laws have different units.
Field drivenField(std::size_t i, const QStringList& joints) {
    Field field = choiceField(tr("Drives"), tr("The joint that it moves"), joints,
                              [i](Model& m) -> std::string& { return m.motions[i].joint; });
    field.take = [i, take = field.take](Model& m, const QString& text) {
        const MotionDescription& motion = m.motions[i];
        const auto slides = [&](const std::string& name) {
            const auto joint = std::ranges::find(m.joints, name, &JointDescription::name);
            return joint != m.joints.end() && slidesInstead(joint->type, motion.coordinate);
        };
        const bool now = slides(motion.joint);
        if (now == slides(text.toStdString())) return take(m, text);
        return (now ? tr("%1 slides but %2 turns; delete the motor and place a new one on %2")
                    : tr("%1 turns but %2 slides; delete the motor and place a new one on %2"))
            .arg(QString::fromStdString(motion.name), text);
    };
    return field;
}

std::vector<Field> motionFields(const Model& model, std::size_t i) {
    QStringList joints;
    for (const JointDescription& joint : model.joints) joints << QString::fromStdString(joint.name);
    std::vector<Field> fields;
    const MotionDescription& motion = model.motions[i];
    if (!motion.joint.empty()) fields.push_back(drivenField(i, joints));
    const auto joint = std::ranges::find(model.joints, motion.joint, &JointDescription::name);
    const bool slides =
        joint != model.joints.end() && slidesInstead(joint->type, motion.coordinate);
    addLaw(
        fields, model, [i](Model& m) -> LawDescription& { return m.motions[i].law; },
        slides ? "m" : "rad");
    return fields;
}

template <typename Law>
void addPair(std::vector<Field>& fields, const Model& model, std::size_t i) {
    fields.push_back(referenceField(
        model, tr("From"), tr("Where it acts on one body"),
        [i](Model& m) -> MarkerReference& { return std::get<Law>(m.forces[i].law).a; }));
    fields.push_back(referenceField(
        model, tr("To"), tr("Where it acts on the other body"),
        [i](Model& m) -> MarkerReference& { return std::get<Law>(m.forces[i].law).b; }));
}

template <typename Law>
void addScalar(std::vector<Field>& fields, std::size_t i, const QString& name, const QString& unit,
               const QString& help, Scalar Law::*member) {
    fields.push_back(scalarField(name, unit, valueHelp(help), [i, member](Model& m) -> Scalar& {
        return std::get<Law>(m.forces[i].law).*member;
    }));
}

void addMore(std::vector<Field>& fields, std::vector<Field> more) {
    for (Field& field : more) fields.push_back(std::move(field));
}

// Fields common to forces of a kind.

void addConstants(std::vector<Field>& fields, std::size_t i, const SpringDamperDescription&) {
    using Law = SpringDamperDescription;
    addScalar(fields, i, tr("Stiffness"), "N/m", tr("Tension per length"), &Law::stiffness);
    addScalar(fields, i, tr("Damping"), "N s/m", tr("Tension per speed"), &Law::damping);
    addScalar(fields, i, tr("Free length"), "m", tr("Length of the relaxed spring"), &Law::length);
    addScalar(fields, i, tr("Preload"), "N", tr("Tension at the free length"), &Law::preload);
}
void addConstants(std::vector<Field>& fields, std::size_t i, const AxialTorqueDescription&) {
    using Law = AxialTorqueDescription;
    addScalar(fields, i, tr("Stiffness"), "N m/rad", tr("Torque per angle"), &Law::stiffness);
    addScalar(fields, i, tr("Damping"), "N m s/rad", tr("Torque per speed"), &Law::damping);
    addScalar(fields, i, tr("Rest angle"), "rad", tr("Angle of the relaxed spring"), &Law::angle);
}
void addConstants(std::vector<Field>& fields, std::size_t i, const AxialForceDescription&) {
    using Law = AxialForceDescription;
    addScalar(fields, i, tr("Stiffness"), "N/m", tr("Force per length"), &Law::stiffness);
    addScalar(fields, i, tr("Damping"), "N s/m", tr("Force per speed"), &Law::damping);
    addScalar(fields, i, tr("Free length"), "m", tr("Length of the relaxed spring"), &Law::length);
}
void addConstants(std::vector<Field>& fields, std::size_t i, const ContactDescription& contact) {
    addMore(fields, contactFields(contact, i));
}
void addConstants(std::vector<Field>&, std::size_t, const AppliedForceDescription&) {}
void addConstants(std::vector<Field>& fields, std::size_t i, const BushingDescription&) {
    addMore(fields, bushingFields(i));
}
void addConstants(std::vector<Field>& fields, std::size_t i, const DragDescription&) {
    using Law = DragDescription;
    addScalar(fields, i, tr("Linear"), "N s/m", tr("Force per speed"), &Law::linear);
    addScalar(fields, i, tr("Angular"), "N m s", tr("Torque per angular speed"), &Law::angular);
    addScalar(fields, i, tr("Quadratic"), "N s²/m²", tr("Force per squared speed"),
              &Law::quadratic);
    addScalar(fields, i, tr("Angular quadratic"), "N m s²", tr("Torque per squared angular speed"),
              &Law::angularQuadratic);
}

template <typename Law>
void addCharacteristic(std::vector<Field>& fields, std::size_t i, const Law& law,
                       const QString& effort, const QString& position) {
    const auto access = [i](Model& m) -> CharacteristicDescription& {
        return std::get<Law>(m.forces[i].law).characteristic;
    };
    addMore(fields, characteristicFields(access, effort, position,
                                         law.characteristic.controller.setPoint.kind,
                                         !law.characteristic.frictionJoint.empty()));
}

/// A spring, a damper and a law, with a characteristic. What is zero is folded below a
/// characteristic that is not.
template <typename Law>
void addAxial(std::vector<Field>& fields, const Model& model, std::size_t i, const Law& law,
              const QString& effort, const QString& position) {
    addPair<Law>(fields, model, i);
    const Law none{};
    const bool hasMore = !(law.characteristic == none.characteristic);
    if (hasMore) addCharacteristic(fields, i, law, effort, position);
    std::size_t from = fields.size();
    addConstants(fields, i, law);
    if (hasMore && law.stiffness == none.stiffness && law.damping == none.damping)
        fold(fields, from, tr("Spring and damper"));
    from = fields.size();
    addLaw(
        fields, model,
        [i](Model& m) -> LawDescription& { return std::get<Law>(m.forces[i].law).law; }, effort);
    if (hasMore && law.law == none.law) fold(fields, from, tr("Law of time"));
    if (!hasMore) addCharacteristic(fields, i, law, effort, position);
}

void addFields(std::vector<Field>& fields, const Model& model, std::size_t i,
               const SpringDamperDescription& law) {
    using Law = SpringDamperDescription;
    addPair<Law>(fields, model, i);
    for (const bool first : {true, false})
        if (auto place = groundPlaceField(model, tr("On ground at"), [i, first](Model& m) {
                const Law& spring = std::get<Law>(m.forces[i].law);
                return first ? spring.a : spring.b;
            }))
            fields.push_back(*place);
    addConstants(fields, i, law);
    addMore(fields,
            curveFields(
                [i](Model& m) -> CurveDescription& { return std::get<Law>(m.forces[i].law).curve; },
                "N", "m"));
}
void addFields(std::vector<Field>& fields, const Model& model, std::size_t i,
               const AxialTorqueDescription& law) {
    addAxial(fields, model, i, law, "N m", "rad");
}
void addFields(std::vector<Field>& fields, const Model& model, std::size_t i,
               const AxialForceDescription& law) {
    addAxial(fields, model, i, law, "N", "m");
}
void addFields(std::vector<Field>& fields, const Model& model, std::size_t i,
               const AppliedForceDescription& applied) {
    using Law = AppliedForceDescription;
    fields.push_back(referenceField(
        model, tr("At"), tr("Where it acts"),
        [i](Model& m) -> MarkerReference& { return std::get<Law>(m.forces[i].law).at; }));
    fields.push_back(listField(tr("Direction"), "",
                               valueHelp(tr("x, y, z; its length does not matter")),
                               components([i](Model& m) -> Scalar3& {
                                   return std::get<Law>(m.forces[i].law).direction;
                               })));
    addLaw(
        fields, model,
        [i](Model& m) -> LawDescription& { return std::get<Law>(m.forces[i].law).law; },
        applied.torque ? "N m" : "N");
}
void addFields(std::vector<Field>& fields, const Model& model, std::size_t i,
               const ContactDescription& law) {
    addPair<ContactDescription>(fields, model, i);
    addMore(fields, contactKindFields(model, i));
    addConstants(fields, i, law);
}
void addFields(std::vector<Field>& fields, const Model& model, std::size_t i,
               const BushingDescription& law) {
    addPair<BushingDescription>(fields, model, i);
    addConstants(fields, i, law);
    addMore(fields, bushingCurveFields(i));
}
void addFields(std::vector<Field>& fields, const Model&, std::size_t i,
               const DragDescription& law) {
    addConstants(fields, i, law);
}

std::vector<Field> parameterFields(std::size_t i) {
    std::vector<Field> fields;
    fields.push_back(scalarField(tr("Value"), "",
                                 valueHelp(tr("Value of the parameter in SI units")),
                                 [i](Model& m) -> Scalar& { return m.parameters[i].value; }));
    fields.push_back(textField(tr("Unit"), tr("Shown next to the slider"),
                               [i](Model& m) -> std::string& { return m.parameters[i].unit; }));
    return fields;
}

}  // namespace

std::vector<Field> fieldsOf(const ModelDescription& model, const Element& element) {
    if (!exists(model, element)) return modelFields();
    const auto i = static_cast<std::size_t>(element.index);
    std::vector<Field> fields, more;
    if (element.kind != Element::Kind::Parameter) fields.push_back(nameField(element));
    if (element.kind == Element::Kind::Body) more = bodyFields(model, i);
    if (element.kind == Element::Kind::Joint) more = jointFields(model, i);
    if (element.kind == Element::Kind::Motion) more = motionFields(model, i);
    if (element.kind == Element::Kind::Coupling) more = couplingFields(model, i);
    if (element.kind == Element::Kind::Parameter) more = parameterFields(i);
    if (element.kind == Element::Kind::Force)
        std::visit([&](const auto& law) { addFields(more, model, i, law); }, model.forces[i].law);
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
}

std::vector<Field> sharedFieldsOf(const ModelDescription& model, const Element& element) {
    const auto i = static_cast<std::size_t>(element.index);
    std::vector<Field> fields;
    if (element.kind == Element::Kind::Body)
        return {massField(i), materialField(i), densityField(i), colorField(i)};
    if (element.kind == Element::Kind::Joint) return {jointTypeField(i)};
    if (element.kind == Element::Kind::Force)
        std::visit([&](const auto& law) { addConstants(fields, i, law); }, model.forces[i].law);
    return fields;
}

}  // namespace momentree::app

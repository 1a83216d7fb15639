// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model_tree/element.hpp"

#include <QCoreApplication>

#include "app/status/number_text.hpp"

namespace momentree::app {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Element", text); }

template <typename List>
auto& at(const List& list, int index) {
    return list[static_cast<std::size_t>(index)];
}

QString markerText(const Model& model, const Marker& marker) {
    const QString body = marker.body == ground
                             ? tr("ground")
                             : QString::fromStdString(at(model.bodies, marker.body).name);
    return marker.name.empty() ? body : body + "." + QString::fromStdString(marker.name);
}

Property fixed(const QString& name, const QString& text, const QString& unit = {}) {
    return {name, unit, text, {}, false};
}
Property fixed(const QString& name, double value, const QString& unit) {
    return fixed(name, valueText(value), unit);
}
Property liveValues(const QString& name, const QString& unit, int first, int count) {
    Property property{name, unit, {}, {}, false};
    for (int k = 0; k < count; ++k) property.columns.push_back(first + k);
    return property;
}

std::vector<Property> bodyProperties(const Model& model, const RowLayout& layout, int index) {
    const Body& body = at(model.bodies, index);
    const int c = layout.body(index);
    Property speed = liveValues(tr("Speed"), "m/s", c + 7, 3);
    speed.length = true;
    return {fixed(tr("Mass"), body.mass, "kg"),
            fixed(tr("Inertia"),
                  QStringLiteral("%1  %2  %3")
                      .arg(valueText(body.J_C(0, 0), 2), valueText(body.J_C(1, 1), 2),
                           valueText(body.J_C(2, 2), 2)),
                  QStringLiteral("kg m²")),
            liveValues(tr("Position"), "m", c, 3),
            liveValues(tr("Velocity"), "m/s", c + 7, 3),
            speed,
            liveValues(tr("Ang. velocity"), "rad/s", c + 10, 3),
            liveValues(tr("Euler par."), "", c + 3, 4)};
}

QString coordinateUnit(const Joint& joint, int coordinate, bool rate) {
    return std::visit(
        [&](auto kind) -> QString {
            using Kind = decltype(kind);
            if (rate) {
                if constexpr (Kind::nq == Kind::nu && Kind::nu > 0)
                    return kind.angular[static_cast<std::size_t>(coordinate)] ? "rad/s" : "m/s";
                return Kind::nu == 3 || coordinate >= 3 ? "rad/s" : "m/s";
            }
            if constexpr (Kind::nq == Kind::nu && Kind::nu > 0)
                return kind.angular[static_cast<std::size_t>(coordinate)] ? "rad" : "m";
            return Kind::nq == 7 && coordinate < 3 ? "m" : "";
        },
        joint);
}

std::vector<Property> jointProperties(const Model& model, const RowLayout& layout, int index) {
    const JointElement& joint = at(model.joints, index);
    std::vector<Property> list{fixed(tr("Between"), markerText(model, joint.A)),
                               fixed(tr("and"), markerText(model, joint.B))};
    if (joint.distance) {
        list.push_back(fixed(tr("Length"), joint.length, "m"));
    } else {
        const int nq = coordinateCount(joint.kind), nu = speedCount(joint.kind);
        for (int k = 0; k < nq; ++k)
            list.push_back(liveValues(nq > 1 ? QStringLiteral("q%1").arg(k + 1) : "q",
                                      coordinateUnit(joint.kind, k, false),
                                      layout.jointQ(index) + k, 1));
        for (int k = 0; k < nu; ++k)
            list.push_back(liveValues(nu > 1 ? QStringLiteral("u%1").arg(k + 1) : "u",
                                      coordinateUnit(joint.kind, k, true), layout.jointU(index) + k,
                                      1));
    }
    const int r = layout.jointReaction(index);
    Property force = liveValues(tr("|Reaction force|"), "N", r, 3);
    force.length = true;
    list.push_back(liveValues(tr("Reaction force"), "N", r, 3));
    list.push_back(force);
    list.push_back(liveValues(tr("Reaction torque"), "N m", r + 3, 3));
    return list;
}

std::vector<Property> motionProperties(const Model& model, const RowLayout& layout, int index) {
    const MotionElement& motion = at(model.motions, index);
    if (motion.joint < 0)
        return {fixed(tr("Angle from"), markerText(model, motion.A)),
                fixed(tr("to"), markerText(model, motion.B))};
    std::vector<Property> list{
        fixed(tr("Drives joint"), QString::fromStdString(at(model.joints, motion.joint).name))};
    const auto coordinates = jointProperties(model, layout, motion.joint);
    for (const Property& property : coordinates)
        if (property.name.startsWith('q') || property.name.startsWith('u'))
            list.push_back(property);
    return list;
}

std::vector<Property> springProperties(const Model& model, int index) {
    const SpringDamper& spring = at(model.springs, index);
    return {fixed(tr("Between"), markerText(model, spring.A)),
            fixed(tr("and"), markerText(model, spring.B)),
            fixed(tr("Stiffness"), spring.k, "N/m"),
            fixed(tr("Damping"), spring.c, "N s/m"),
            fixed(tr("Free length"), spring.l0, "m"),
            fixed(tr("Preload"), spring.f0, "N")};
}

std::vector<Property> axialProperties(const Model& model, int index) {
    const AxialLoad& load = at(model.axialLoads, index);
    return {fixed(tr("Between"), markerText(model, load.A)),
            fixed(tr("and"), markerText(model, load.B)),
            fixed(tr("Stiffness"), load.k, load.torque ? "N m/rad" : "N/m"),
            fixed(tr("Damping"), load.c, load.torque ? "N m s/rad" : "N s/m"),
            fixed(load.torque ? tr("Rest angle") : tr("Free length"), load.x0,
                  load.torque ? "rad" : "m")};
}

std::vector<Property> appliedProperties(const Model& model, int index) {
    const AppliedLoad& load = at(model.appliedLoads, index);
    return {fixed(tr("At"), markerText(model, load.at)),
            fixed(tr("Direction"),
                  QStringLiteral("%1, %2, %3")
                      .arg(valueText(load.direction.x(), 4), valueText(load.direction.y(), 4),
                           valueText(load.direction.z(), 4))),
            fixed(tr("Axes"), load.bodyAxes ? tr("of the body") : tr("of the world"))};
}

QString jointIcon(const JointElement& joint) {
    return joint.distance ? QStringLiteral("joint-distance")
                          : QStringLiteral("joint-") + QString::fromStdString(joint.type);
}

}  // namespace

QString elementName(const Model& model, const Element& element) {
    const auto name = [&]() -> std::string {
        switch (element.kind) {
            case Element::Kind::Body:
                return at(model.bodies, element.index).name;
            case Element::Kind::Joint:
                return at(model.joints, element.index).name;
            case Element::Kind::Motion:
                return at(model.motions, element.index).name;
            case Element::Kind::Spring:
                return at(model.springs, element.index).name;
            case Element::Kind::AxialLoad:
                return at(model.axialLoads, element.index).name;
            case Element::Kind::AppliedLoad:
                return at(model.appliedLoads, element.index).name;
            case Element::Kind::Drag:
                return at(model.drags, element.index).name;
            case Element::Kind::None:
                break;
        }
        return {};
    }();
    return name.empty() && element.kind != Element::Kind::None
               ? elementType(model, element) + " " + QString::number(element.index + 1)
               : QString::fromStdString(name);
}

QString elementType(const Model& model, const Element& element) {
    switch (element.kind) {
        case Element::Kind::Body:
            return tr("body");
        case Element::Kind::Joint:
            return tr("%1 joint").arg(QString::fromStdString(at(model.joints, element.index).type));
        case Element::Kind::Motion:
            return tr("prescribed motion");
        case Element::Kind::Spring:
            return tr("spring-damper");
        case Element::Kind::AxialLoad:
            return at(model.axialLoads, element.index).torque ? tr("joint torque")
                                                              : tr("axial force");
        case Element::Kind::AppliedLoad:
            return at(model.appliedLoads, element.index).torque ? tr("applied torque")
                                                                : tr("applied force");
        case Element::Kind::Drag:
            return tr("drag");
        case Element::Kind::None:
            break;
    }
    return {};
}

QString elementIcon(const Model& model, const Element& element) {
    switch (element.kind) {
        case Element::Kind::Body:
            return "body";
        case Element::Kind::Joint:
            return jointIcon(at(model.joints, element.index));
        case Element::Kind::Motion:
            return "motor";
        case Element::Kind::Spring:
            return "spring";
        case Element::Kind::AxialLoad:
            return at(model.axialLoads, element.index).torque ? "torque" : "force";
        case Element::Kind::AppliedLoad:
            return at(model.appliedLoads, element.index).torque ? "torque" : "force";
        case Element::Kind::Drag:
            return "damper";
        case Element::Kind::None:
            break;
    }
    return {};
}

std::vector<Property> propertiesOf(const Model& model, const RowLayout& layout,
                                   const Element& element) {
    switch (element.kind) {
        case Element::Kind::Body:
            return bodyProperties(model, layout, element.index);
        case Element::Kind::Joint:
            return jointProperties(model, layout, element.index);
        case Element::Kind::Motion:
            return motionProperties(model, layout, element.index);
        case Element::Kind::Spring:
            return springProperties(model, element.index);
        case Element::Kind::AxialLoad:
            return axialProperties(model, element.index);
        case Element::Kind::AppliedLoad:
            return appliedProperties(model, element.index);
        case Element::Kind::Drag: {
            const Drag& drag = at(model.drags, element.index);
            return {fixed(tr("On"), QString::fromStdString(at(model.bodies, drag.body).name)),
                    fixed(tr("Linear"), drag.linear, "N s/m"),
                    fixed(tr("Angular"), drag.angular, "N m s")};
        }
        case Element::Kind::None:
            break;
    }
    return {};
}

}  // namespace momentree::app

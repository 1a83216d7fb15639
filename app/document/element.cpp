// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/element.hpp"

#include <QCoreApplication>
#include <algorithm>

#include "app/base/text.hpp"
#include "core/diagnostics/solver_columns.hpp"

namespace momentree::app {
namespace {

template <typename List>
auto& at(const List& list, int index) {
    return list[static_cast<std::size_t>(index)];
}

Property liveValues(const QString& name, const QString& unit, int first, int count) {
    Property property{name, unit, {}, false};
    for (int k = 0; k < count; ++k) property.columns.push_back(first + k);
    return property;
}

std::vector<Property> bodyReadOut(const RowLayout& layout, int index) {
    const int c = layout.body(index);
    Property speed = liveValues(tr("Speed"), "m/s", c + 7, 3);
    speed.length = true;
    return {liveValues(tr("Position"), "m", c, 3), liveValues(tr("Velocity"), "m/s", c + 7, 3),
            speed, liveValues(tr("Rotation"), "rad/s", c + 10, 3),
            liveValues(tr("Quaternion"), "", c + 3, 4)};
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

/// Coordinates and speeds; none of a joint that closes a loop.
std::vector<Property> coordinateReadOut(const Model& model, const RowLayout& layout, int index) {
    const JointElement& joint = at(model.joints, index);
    std::vector<Property> list;
    if (joint.closes) return list;
    const int nq = coordinateCount(joint.kind), nu = speedCount(joint.kind);
    for (int k = 0; k < nq; ++k) {
        const QString unit = coordinateUnit(joint.kind, k, false);
        const QString only = unit == "m" ? tr("Displacement") : tr("Angle");
        list.push_back(liveValues(nq > 1 ? QStringLiteral("q%1").arg(k + 1) : only, unit,
                                  layout.jointQ(index) + k, 1));
    }
    for (int k = 0; k < nu; ++k)
        list.push_back(liveValues(nu > 1 ? QStringLiteral("u%1").arg(k + 1) : tr("Speed"),
                                  coordinateUnit(joint.kind, k, true), layout.jointU(index) + k,
                                  1));
    return list;
}

std::vector<Property> jointReadOut(const Model& model, const RowLayout& layout, int index) {
    std::vector<Property> list = coordinateReadOut(model, layout, index);
    const int r = layout.jointReaction(index);
    Property force = liveValues(tr("|Reaction force|"), "N", r, 3);
    force.length = true;
    list.push_back(liveValues(tr("Reaction force"), "N", r, 3));
    list.push_back(force);
    list.push_back(liveValues(tr("Reaction torque"), "N m", r + 3, 3));
    return list;
}

QString jointIcon(const std::string& type) {
    return QStringLiteral("joint-") + QString::fromStdString(type);
}

}  // namespace

bool exists(const ModelDescription& model, const Element& element) {
    const auto within = [&](const auto& list) {
        return element.index >= 0 && static_cast<std::size_t>(element.index) < list.size();
    };
    switch (element.kind) {
        case Element::Kind::Body:
            return within(model.bodies);
        case Element::Kind::Joint:
            return within(model.joints);
        case Element::Kind::Motion:
            return within(model.motions);
        case Element::Kind::Coupling:
            return within(model.couplings);
        case Element::Kind::Force:
            return within(model.forces);
        case Element::Kind::Parameter:
            return within(model.parameters);
        case Element::Kind::None:
            break;
    }
    return false;
}

QString elementName(const ModelDescription& model, const Element& element) {
    const auto name = [&]() -> std::string {
        switch (element.kind) {
            case Element::Kind::Body:
                return at(model.bodies, element.index).name;
            case Element::Kind::Joint:
                return at(model.joints, element.index).name;
            case Element::Kind::Motion:
                return at(model.motions, element.index).name;
            case Element::Kind::Coupling:
                return at(model.couplings, element.index).name;
            case Element::Kind::Force:
                return at(model.forces, element.index).name;
            case Element::Kind::Parameter:
                return at(model.parameters, element.index).name;
            case Element::Kind::None:
                break;
        }
        return {};
    }();
    return name.empty() && element.kind != Element::Kind::None
               ? elementType(model, element) + " " + QString::number(element.index + 1)
               : QString::fromStdString(name);
}

namespace {

QString forceType(const ForceDescription& force) {
    return std::visit(
        [](const auto& law) -> QString {
            using Law = std::decay_t<decltype(law)>;
            if constexpr (std::is_same_v<Law, SpringDamperDescription>)
                return tr("spring-damper");
            else if constexpr (std::is_same_v<Law, AxialTorqueDescription>)
                return tr("joint torque");
            else if constexpr (std::is_same_v<Law, AxialForceDescription>)
                return tr("axial force");
            else if constexpr (std::is_same_v<Law, ContactDescription>)
                return tr("contact");
            else if constexpr (std::is_same_v<Law, BushingDescription>)
                return tr("bushing");
            else if constexpr (std::is_same_v<Law, AppliedForceDescription>)
                return law.torque ? tr("applied torque") : tr("applied force");
            else
                return tr("drag");
        },
        force.law);
}

QString forceIcon(const ForceDescription& force) {
    if (const auto* spring = std::get_if<SpringDamperDescription>(&force.law))
        return spring->stiffness == Scalar() && spring->curve == CurveDescription() ? "damper"
                                                                                    : "spring";
    if (const auto* contact = std::get_if<ContactDescription>(&force.law))
        return contact->radiusA ? "contact-balls" : "contact";
    if (std::holds_alternative<BushingDescription>(force.law)) return "spring";
    if (std::holds_alternative<AxialTorqueDescription>(force.law)) return "torque";
    if (const auto* applied = std::get_if<AppliedForceDescription>(&force.law))
        return applied->torque ? "torque" : "force";
    return std::holds_alternative<DragDescription>(force.law) ? "damper" : "force";
}

}  // namespace

QString jointTypeText(const std::string& type) {
    const auto found = std::ranges::find(jointTypes, type);
    return found == jointTypes.end() ? QString::fromStdString(type) : tr(*found);
}

QString elementType(const ModelDescription& model, const Element& element) {
    switch (element.kind) {
        case Element::Kind::Body:
            return tr("body");
        case Element::Kind::Joint:
            return tr("%1 joint").arg(jointTypeText(at(model.joints, element.index).type));
        case Element::Kind::Motion:
            return tr("prescribed motion");
        case Element::Kind::Coupling:
            return tr("coupling");
        case Element::Kind::Force:
            return forceType(at(model.forces, element.index));
        case Element::Kind::Parameter:
            return tr("parameter");
        case Element::Kind::None:
            break;
    }
    return {};
}

QString elementIcon(const ModelDescription& model, const Element& element) {
    switch (element.kind) {
        case Element::Kind::Body:
            return "body";
        case Element::Kind::Joint:
            return jointIcon(at(model.joints, element.index).type);
        case Element::Kind::Motion:
            return "motor";
        case Element::Kind::Coupling:
            return "coupling";
        case Element::Kind::Force:
            return forceIcon(at(model.forces, element.index));
        case Element::Kind::Parameter:
            return "settings";
        case Element::Kind::None:
            break;
    }
    return {};
}

namespace {

enum class Work : std::uint8_t { Force, Motion, Coupling };

/// What a force, a motion or an elastic coupling does; nothing for other names.
std::vector<Property> workReadOut(const Model& model, const RowLayout& layout,
                                  const std::string& name, Work work) {
    const SolverColumns columns(model, layout);
    for (int k = 0; k < columns.sourceCount(); ++k) {
        const WorkSource& source = at(columns.sources(), k);
        const Work kind = source.isMotion     ? Work::Motion
                          : source.isCoupling ? Work::Coupling
                                              : Work::Force;
        if (source.name == name && kind == work)
            return {liveValues(tr("Power"), "W", columns.power(k), 1),
                    liveValues(tr("Work"), "J", columns.power(k) + 1, 1)};
    }
    return {};
}

std::vector<Property> motionReadOut(const Model& model, const RowLayout& layout, int index) {
    const MotionElement& motion = at(model.motions, index);
    std::vector<Property> list;
    if (motion.joint >= 0) list = coordinateReadOut(model, layout, motion.joint);
    for (Property& property : workReadOut(model, layout, motion.name, Work::Motion))
        list.push_back(std::move(property));
    return list;
}

}  // namespace

std::vector<Property> readOutOf(const Model& model, const RowLayout& layout,
                                const Element& element) {
    // A model that could not be built has no lists, even if its description has.
    const auto index = static_cast<std::size_t>(std::max(element.index, 0));
    switch (element.kind) {
        case Element::Kind::Body:
            if (index < model.bodies.size()) return bodyReadOut(layout, element.index);
            break;
        case Element::Kind::Joint:
            if (index < model.joints.size()) return jointReadOut(model, layout, element.index);
            break;
        case Element::Kind::Motion:
            if (index < model.motions.size()) return motionReadOut(model, layout, element.index);
            break;
        case Element::Kind::Force:
            if (index < model.description.forces.size())
                return workReadOut(model, layout, model.description.forces[index].name,
                                   Work::Force);
            break;
        case Element::Kind::Coupling:
            if (index < model.description.couplings.size())
                return workReadOut(model, layout, model.description.couplings[index].name,
                                   Work::Coupling);
            break;
        default:
            break;
    }
    return {};
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/edits/references.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <functional>
#include <set>

#include "app/base/text.hpp"
#include "core/model/expression.hpp"

namespace momentree::app {
namespace {

using NameSet = std::set<std::string>;

template <typename List, typename Gone>
NameSet takeOut(List& list, Gone gone) {
    NameSet names;
    std::erase_if(list, [&](const auto& item) {
        if (!gone(item)) return false;
        names.insert(item.name);
        return true;
    });
    return names;
}

template <typename List>
NameSet namesOf(const List& list, const std::vector<Element>& elements, Element::Kind kind) {
    NameSet names;
    for (const Element& element : elements)
        if (element.kind == kind && static_cast<std::size_t>(element.index) < list.size())
            names.insert(list[static_cast<std::size_t>(element.index)].name);
    return names;
}

NameSet groundMarkersInUse(ModelDescription& model) {
    NameSet used;
    forEachReference(model, [&](const MarkerReference& reference) {
        if (reference.body == "ground") used.insert(reference.marker);
    });
    return used;
}

void renameBody(ModelDescription& model, const std::string& from, const std::string& to) {
    forEachReference(model, [&](MarkerReference& reference) {
        if (reference.body == from) reference.body = to;
    });
    for (ForceDescription& force : model.forces)
        if (auto* drag = std::get_if<DragDescription>(&force.law); drag && drag->body == from)
            drag->body = to;
    for (BodyStart& start : model.bodyStarts)
        if (start.body == from) start.body = to;
}

/// Of a torque or force along an axis, null for others.
CharacteristicDescription* characteristicOf(ForceDescription& force) {
    if (auto* torque = std::get_if<AxialTorqueDescription>(&force.law))
        return &torque->characteristic;
    if (auto* axial = std::get_if<AxialForceDescription>(&force.law)) return &axial->characteristic;
    return nullptr;
}

bool isOfForce(const ProbeDescription& probe) { return probe.quantity.starts_with("force_"); }

void renameJoint(ModelDescription& model, const std::string& from, const std::string& to) {
    for (MotionDescription& motion : model.motions)
        if (motion.joint == from) motion.joint = to;
    for (JointStart& start : model.jointStarts)
        if (start.joint == from) start.joint = to;
    for (CouplingDescription& coupling : model.couplings)
        for (CouplingTermDescription& term : coupling.terms)
            if (term.joint == from) term.joint = to;
    for (ForceDescription& force : model.forces)
        if (CharacteristicDescription* own = characteristicOf(force);
            own && own->frictionJoint == from)
            own->frictionJoint = to;
    for (ProbeDescription& probe : model.probes)
        if (probe.joint == from && !isOfForce(probe)) probe.joint = to;
}

void renameForce(ModelDescription& model, const std::string& from, const std::string& to) {
    for (ProbeDescription& probe : model.probes)
        if (isOfForce(probe) && probe.joint == from) probe.joint = to;
}

}  // namespace

bool hangsOn(const ForceDescription& force, const std::set<std::string>& bodies) {
    return std::visit(
        [&](const auto& law) {
            using Law = std::decay_t<decltype(law)>;
            if constexpr (std::is_same_v<Law, AppliedForceDescription>)
                return bodies.contains(law.at.body);
            else if constexpr (std::is_same_v<Law, DragDescription>)
                return bodies.contains(law.body);
            else
                return bodies.contains(law.a.body) || bodies.contains(law.b.body);
        },
        force.law);
}

bool isTaken(const ModelDescription& model, const std::string& name) {
    const auto has = [&](const auto& list) {
        return std::ranges::any_of(list, [&](const auto& item) { return item.name == name; });
    };
    return name == "ground" || has(model.bodies) || has(model.joints) || has(model.motions) ||
           has(model.couplings) || has(model.forces);
}

std::string freeName(const ModelDescription& model, const std::string& stem) {
    TakenNames taken(model);
    return taken.count(stem);
}

TakenNames::TakenNames(const ModelDescription& model) {
    const auto add = [this](const auto& list) {
        for (const auto& item : list) names_.insert(item.name);
    };
    add(model.bodies);
    add(model.joints);
    add(model.motions);
    add(model.couplings);
    add(model.forces);
}

std::string TakenNames::take(const std::string& name) {
    if (name.empty() || names_.insert(name).second) return name;
    const auto last = name.find_last_not_of("0123456789");
    return count(last == std::string::npos ? "copy" : name.substr(0, last + 1));
}

std::string TakenNames::count(const std::string& stem) {
    for (int& k = counts_[stem];;)
        if (const std::string next = stem + std::to_string(++k); names_.insert(next).second)
            return next;
}

TakenMarkerNames::TakenMarkerNames(const std::vector<MarkerDescription>& markers) {
    for (const MarkerDescription& marker : markers) names_.insert(marker.name);
}

std::string TakenMarkerNames::next() {
    const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (;; ++count_) {
        std::string name = letters.substr(count_ % letters.size(), 1);
        if (count_ >= letters.size()) name += std::to_string(count_ / letters.size());
        if (names_.insert(name).second) return name;
    }
}

std::string freeMarkerName(const std::vector<MarkerDescription>& markers) {
    return TakenMarkerNames(markers).next();
}

QString rename(ModelDescription& model, const Element& element, const QString& name) {
    const std::string to = name.trimmed().toStdString();
    std::string* own = nullptr;
    const auto at = static_cast<std::size_t>(element.index);
    using Kind = Element::Kind;
    if (element.kind == Kind::Body) own = &model.bodies[at].name;
    if (element.kind == Kind::Joint) own = &model.joints[at].name;
    if (element.kind == Kind::Motion) own = &model.motions[at].name;
    if (element.kind == Kind::Coupling) own = &model.couplings[at].name;
    if (element.kind == Kind::Force) own = &model.forces[at].name;
    if (!own || *own == to) return {};
    if (to.empty()) return tr("enter a name");
    if (to.find('.') != std::string::npos || to.find('/') != std::string::npos)
        return tr("a name must not contain a dot or a slash");
    if (isTaken(model, to)) return tr("'%1' is taken; choose another name").arg(name.trimmed());
    const std::string from = *own;
    *own = to;
    if (element.kind == Kind::Body) renameBody(model, from, to);
    if (element.kind == Kind::Joint || element.kind == Kind::Motion ||
        element.kind == Kind::Coupling)
        renameJoint(model, from, to);
    if (element.kind == Kind::Force || element.kind == Kind::Coupling) renameForce(model, from, to);
    return {};
}

void remove(ModelDescription& model, const std::vector<Element>& elements) {
    using Kind = Element::Kind;
    const NameSet before = groundMarkersInUse(model);
    const NameSet bodies = namesOf(model.bodies, elements, Kind::Body);
    NameSet joints = namesOf(model.joints, elements, Kind::Joint);
    NameSet motions = namesOf(model.motions, elements, Kind::Motion);
    NameSet couplings = namesOf(model.couplings, elements, Kind::Coupling);
    const NameSet parameters = namesOf(model.parameters, elements, Kind::Parameter);
    // Forces may have no name, so they are removed by index, last first.
    std::set<int, std::greater<>> forces;
    for (const Element& element : elements)
        if (element.kind == Kind::Force) forces.insert(element.index);
    for (const int k : forces) model.forces.erase(model.forces.begin() + k);

    takeOut(model.bodies, [&](const auto& b) { return bodies.contains(b.name); });
    takeOut(model.parameters, [&](const auto& p) { return parameters.contains(p.name); });
    joints.merge(takeOut(model.joints, [&](const auto& j) {
        return joints.contains(j.name) || bodies.contains(j.a.body) || bodies.contains(j.b.body);
    }));
    motions.merge(takeOut(model.motions, [&](const auto& m) {
        return motions.contains(m.name) || joints.contains(m.joint) ||
               (m.a && bodies.contains(m.a->body)) || (m.b && bodies.contains(m.b->body));
    }));
    couplings.merge(takeOut(model.couplings, [&](const auto& c) {
        return couplings.contains(c.name) || std::ranges::any_of(c.terms, [&](const auto& t) {
                   return joints.contains(t.joint);
               });
    }));
    std::erase_if(model.forces, [&](auto& f) {
        const CharacteristicDescription* own = characteristicOf(f);
        return hangsOn(f, bodies) || (own && joints.contains(own->frictionJoint));
    });
    std::erase_if(model.jointStarts, [&](const auto& s) { return joints.contains(s.joint); });
    std::erase_if(model.bodyStarts, [&](const auto& s) { return bodies.contains(s.body); });
    std::erase_if(model.probes, [&](const auto& p) {
        return bodies.contains(p.a.body) || bodies.contains(p.b.body) ||
               (!isOfForce(p) && (joints.contains(p.joint) || motions.contains(p.joint) ||
                                  couplings.contains(p.joint)));
    });
    std::erase_if(model.probes, [&](const auto& p) {
        const auto has = [&p](const auto& list) {
            return std::ranges::any_of(list, [&p](const auto& one) { return one.name == p.joint; });
        };
        return isOfForce(p) && !has(model.forces) && !has(model.couplings);
    });
    const NameSet after = groundMarkersInUse(model);
    std::erase_if(model.groundMarkers, [&](const auto& m) {
        return before.contains(m.name) && !after.contains(m.name);
    });
}

}  // namespace momentree::app

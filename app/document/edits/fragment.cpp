// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/edits/fragment.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/document/edits/draw.hpp"
#include "app/document/edits/mirror.hpp"
#include "app/document/edits/references.hpp"
#include "core/joints/joint_type.hpp"
#include "core/math/quaternion.hpp"

namespace momentree::app {
namespace {

using Names = std::map<std::string, std::string>;

template <typename List, typename Take>
Names renameAll(List& added, Take take) {
    Names names;
    for (auto& item : added) {
        const std::string old = item.name;
        item.name = take(old);
        names[old] = item.name;
    }
    return names;
}

std::string mapped(const Names& names, const std::string& name) {
    const auto found = names.find(name);
    return found == names.end() ? name : found->second;
}

/// Renames all elements of the fragment that have a name of the model.
void makeNamesFree(const ModelDescription& model, ModelDescription& fragment) {
    TakenNames taken(model);
    const auto free = [&](const std::string& name) { return taken.take(name); };
    const Names bodies = renameAll(fragment.bodies, free);
    Names joints = renameAll(fragment.joints, free);
    joints.merge(renameAll(fragment.motions, free));
    renameAll(fragment.couplings, free);
    renameAll(fragment.forces, free);
    TakenMarkerNames onGround(model.groundMarkers);
    const Names markers =
        renameAll(fragment.groundMarkers, [&](const std::string&) { return onGround.next(); });

    forEachReference(fragment, [&](MarkerReference& reference) {
        if (reference.body == "ground")
            reference.marker = mapped(markers, reference.marker);
        else
            reference.body = mapped(bodies, reference.body);
    });
    for (ForceDescription& force : fragment.forces)
        if (auto* drag = std::get_if<DragDescription>(&force.law))
            drag->body = mapped(bodies, drag->body);
    for (BodyStart& start : fragment.bodyStarts) start.body = mapped(bodies, start.body);
    for (JointStart& start : fragment.jointStarts) start.joint = mapped(joints, start.joint);
    for (MotionDescription& motion : fragment.motions) motion.joint = mapped(joints, motion.joint);
    for (CouplingDescription& coupling : fragment.couplings)
        for (CouplingTermDescription& term : coupling.terms)
            term.joint = mapped(joints, term.joint);
}

/// Attachments to the world are moved to new markers of ground, which can be moved.
void markWorld(ModelDescription& fragment) {
    std::string name;
    forEachReference(fragment, [&](MarkerReference& reference) {
        if (reference.body != "ground" || !reference.marker.empty()) return;
        if (name.empty()) {
            name = freeMarkerName(fragment.groundMarkers);
            fragment.groundMarkers.emplace_back().name = name;
        }
        reference.marker = name;
    });
}

struct Box {
    Vector3d low = Vector3d::Constant(HUGE_VAL), high = -low;
    void take(const Vector3d& point) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
};

Frame poseOf(const BodyStart& start) {
    Frame pose;
    if (start.position) pose.r = valueOf(*start.position);
    if (!start.orientation) return pose;
    const auto& e = *start.orientation;
    pose.R = rotationOf<double>({e[0].value, e[1].value, e[2].value, e[3].value});
    return pose;
}

/// Number of coordinates of a joint.
std::size_t coordinatesOf(const ModelDescription& model, const std::string& joint) {
    const auto found = std::ranges::find(model.joints, joint, &JointDescription::name);
    if (found == model.joints.end()) return 0;
    return jointType(found->type).coordinates.size();
}

template <typename List>
void append(List& to, const List& from) {
    to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

ModelDescription fragmentOf(const CheckedModel& seen, const ModelDescription& model,
                            const std::vector<Element>& elements) {
    ModelDescription fragment = model;
    // Poses define the start; joints keep coordinates only if they have speeds.
    std::erase_if(fragment.jointStarts, [](const JointStart& start) { return start.u.empty(); });
    for (JointStart& start : fragment.jointStarts)
        start.q.resize(coordinatesOf(model, start.joint));
    if (seen.built) writeStart(fragment, *seen.model, seen.start);
    std::set<std::string> wanted;
    for (const Element& element : elements)
        if (element.kind == Element::Kind::Body && exists(model, element))
            wanted.insert(model.bodies[static_cast<std::size_t>(element.index)].name);
    std::vector<Element> others;
    for (std::size_t k = 0; k < model.bodies.size(); ++k)
        if (!wanted.contains(model.bodies[k].name))
            others.push_back({Element::Kind::Body, static_cast<int>(k)});
    // Elements between ground and ground are copied only if they are selected.
    for (std::size_t k = 0; k < model.forces.size(); ++k) {
        const Element force{Element::Kind::Force, static_cast<int>(k)};
        if (!hangsOn(model.forces[k], wanted) &&
            std::ranges::find(elements, force) == elements.end())
            others.push_back(force);
    }
    remove(fragment, others);
    fragment.probes.clear();
    std::set<std::string> inUse;
    forEachReference(fragment, [&](const MarkerReference& reference) {
        if (reference.body == "ground") inUse.insert(reference.marker);
    });
    std::erase_if(fragment.groundMarkers,
                  [&](const auto& marker) { return !inUse.contains(marker.name); });
    return fragment;
}

std::vector<Element> insert(ModelDescription& model, ModelDescription fragment,
                            const Placement& placement) {
    markWorld(fragment);
    if (placement.mirrored) mirror(fragment);
    move(fragment, placement);
    makeNamesFree(model, fragment);
    // Parameters of the same name are shared; others are added.
    for (const ParameterDescription& parameter : fragment.parameters)
        if (std::ranges::find(model.parameters, parameter.name, &ParameterDescription::name) ==
            model.parameters.end())
            model.parameters.push_back(parameter);
    std::vector<Element> added;
    const auto tell = [&](Element::Kind kind, std::size_t first, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k)
            added.push_back({kind, static_cast<int>(first + k)});
    };
    tell(Element::Kind::Joint, model.joints.size(), fragment.joints.size());
    tell(Element::Kind::Body, model.bodies.size(), fragment.bodies.size());
    append(model.groundMarkers, fragment.groundMarkers);
    append(model.bodies, fragment.bodies);
    append(model.joints, fragment.joints);
    append(model.motions, fragment.motions);
    append(model.couplings, fragment.couplings);
    append(model.forces, fragment.forces);
    append(model.jointStarts, fragment.jointStarts);
    append(model.bodyStarts, fragment.bodyStarts);
    model.exactStart = false;
    return added;
}

Vector3d handleOf(const ModelDescription& fragment, const Frame& plane) {
    Box along, across;
    const auto seen = [&](const Vector3d& point) -> Vector3d {
        return plane.R.transpose() * (point - plane.r);
    };
    for (const MarkerDescription& marker : fragment.groundMarkers) {
        along.take(seen(valueOf(marker.position)));
        across.take(seen(valueOf(marker.position)));
    }
    for (const BodyStart& start : fragment.bodyStarts) {
        const Frame pose = poseOf(start);
        along.take(seen(pose.r));
        const BodyDescription* body = findBody(fragment, start.body);
        if (!body || body->markers.empty()) across.take(seen(pose.r));
        if (!body) continue;
        for (const MarkerDescription& marker : body->markers)
            across.take(seen(pose.r + pose.R * valueOf(marker.position)));
    }
    if (along.low.x() > along.high.x()) return plane.r;
    Vector3d handle = 0.5 * (along.low + along.high);
    handle.z() = std::clamp(0.0, across.low.z(), across.high.z());
    return plane.r + plane.R * handle;
}

}  // namespace momentree::app

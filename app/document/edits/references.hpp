// SPDX-License-Identifier: GPL-3.0-or-later
// Names in a description, and all references to them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/document/element.hpp"
#include "app/document/lookup.hpp"

namespace momentree::app {

/// Calls `visit(MarkerReference&)` for every reference in joints, motions, forces and probes.
template <typename Visit>
void forEachReference(ModelDescription& model, Visit visit) {
    for (JointDescription& joint : model.joints) {
        visit(joint.a);
        visit(joint.b);
    }
    for (MotionDescription& motion : model.motions) {
        if (motion.a) visit(*motion.a);
        if (motion.b) visit(*motion.b);
    }
    for (ForceDescription& force : model.forces) {
        if (auto* spring = std::get_if<SpringDamperDescription>(&force.law)) {
            visit(spring->a);
            visit(spring->b);
        } else if (auto* torque = std::get_if<AxialTorqueDescription>(&force.law)) {
            visit(torque->a);
            visit(torque->b);
        } else if (auto* axial = std::get_if<AxialForceDescription>(&force.law)) {
            visit(axial->a);
            visit(axial->b);
        } else if (auto* contact = std::get_if<ContactDescription>(&force.law)) {
            visit(contact->a);
            visit(contact->b);
        } else if (auto* bushing = std::get_if<BushingDescription>(&force.law)) {
            visit(bushing->a);
            visit(bushing->b);
        } else if (auto* applied = std::get_if<AppliedForceDescription>(&force.law)) {
            visit(applied->at);
        }
    }
    for (ProbeDescription& probe : model.probes) {
        visit(probe.a);
        visit(probe.b);
    }
}

/// Renames a parameter, including its uses in expressions. Returns an empty string, or the error.
QString renameParameter(ModelDescription& model, const std::string& from, const QString& to);

/// Whether a body, joint, motion, coupling or force has this name.
bool isTaken(const ModelDescription& model, const std::string& name);
/// The names of bodies, joints, motions, couplings and forces, for adding many: counting continues
/// from the last free number.
class TakenNames {
public:
    explicit TakenNames(const ModelDescription& model);
    /// The name itself if it is free, otherwise its stem with the first free number.
    std::string take(const std::string& name);
    std::string count(const std::string& stem);  ///< "link1", or the first free number

private:
    std::set<std::string> names_{"ground"};
    std::map<std::string, int> counts_;  ///< by stem
};

/// The names of markers of one body: "A", "B", ... "A1", ...
class TakenMarkerNames {
public:
    explicit TakenMarkerNames(const std::vector<MarkerDescription>& markers);
    std::string next();  ///< the first free name

private:
    std::set<std::string> names_;
    std::size_t count_ = 0;
};

/// One new name for a model or a list of markers.
std::string freeName(const ModelDescription& model, const std::string& stem);
std::string freeMarkerName(const std::vector<MarkerDescription>& markers);

/// Whether a force acts on one of these bodies.
bool hangsOn(const ForceDescription& force, const std::set<std::string>& bodies);

/// Renames the element everywhere. Returns an empty string, or the error.
QString rename(ModelDescription& model, const Element& element, const QString& name);

/// Removes the elements and everything that depends on them: joints, motions, couplings, forces,
/// starts and probes, and unused markers of ground.
void remove(ModelDescription& model, const std::vector<Element>& elements);

}  // namespace momentree::app

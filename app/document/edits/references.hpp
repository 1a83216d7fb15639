// SPDX-License-Identifier: GPL-3.0-or-later
// Names in a description, and everything that refers to them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/document/element.hpp"
#include "app/document/lookup.hpp"

namespace momentree::app {

/// Calls `visit(MarkerReference&)` for every reference of joints, motions, forces and probes.
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
        } else if (auto* applied = std::get_if<AppliedForceDescription>(&force.law)) {
            visit(applied->at);
        }
    }
    for (ProbeDescription& probe : model.probes) {
        visit(probe.a);
        visit(probe.b);
    }
}

/// Gives a parameter another name, in every expression too. Empty if that worked, otherwise why
/// not.
QString renameParameter(ModelDescription& model, const std::string& from, const QString& to);

/// Whether a body, joint, motion or force has this name.
bool isTaken(const ModelDescription& model, const std::string& name);
/// The names of bodies, joints, motions and forces, for many new ones: counting goes on from where
/// the last free name was found.
class TakenNames {
public:
    explicit TakenNames(const ModelDescription& model);
    /// The name itself where nobody has it, or its stem with the first free number.
    std::string take(const std::string& name);
    std::string count(const std::string& stem);  ///< "link1", or the first number that is free

private:
    std::set<std::string> names_{"ground"};
    std::map<std::string, int> counts_;  ///< by stem
};

/// The names of markers of one body: "A", "B", ... "A1", ...
class TakenMarkerNames {
public:
    explicit TakenMarkerNames(const std::vector<MarkerDescription>& markers);
    std::string next();  ///< the first that is free

private:
    std::set<std::string> names_;
    std::size_t count_ = 0;
};

/// One new name beside those of the model, of the list of markers.
std::string freeName(const ModelDescription& model, const std::string& stem);
std::string freeMarkerName(const std::vector<MarkerDescription>& markers);

/// Whether a force acts on one of these bodies.
bool hangsOn(const ForceDescription& force, const std::set<std::string>& bodies);

/// Gives the element another name, everywhere. Empty if that worked, otherwise why not.
QString rename(ModelDescription& model, const Element& element, const QString& name);

/// Removes the elements with all that makes no sense without them: joints, motions, forces, starts
/// and probes of what is gone, and markers of ground that nothing needs any more.
void remove(ModelDescription& model, const std::vector<Element>& elements);

}  // namespace momentree::app

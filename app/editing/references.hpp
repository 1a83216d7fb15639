// SPDX-License-Identifier: GPL-3.0-or-later
// Names in a description, and everything that refers to them.
#pragma once

#include <string>

#include "app/model_tree/element.hpp"

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
/// "link1", or the first number that no body, joint, motion or force has.
std::string freeName(const ModelDescription& model, const std::string& stem);
/// "A", "B", ... "A1", ...: the first that no marker of the list has.
std::string freeMarkerName(const std::vector<MarkerDescription>& markers);

/// Gives the element another name, everywhere. Empty if that worked, otherwise why not.
QString rename(ModelDescription& model, const Element& element, const QString& name);

/// Removes the elements with all that makes no sense without them: joints, motions, forces, starts
/// and probes of what is gone, and markers of ground that nothing needs any more.
void remove(ModelDescription& model, const std::vector<Element>& elements);

/// Markers of a body, or of ground for "ground"; nullptr if there is no such body.
std::vector<MarkerDescription>* markersOf(ModelDescription& model, const std::string& body);
inline Vector3d valueOf(const Scalar3& v) { return {v[0].value, v[1].value, v[2].value}; }
MarkerDescription* findMarker(ModelDescription& model, const MarkerReference& reference);
BodyDescription* findBody(ModelDescription& model, const std::string& name);
inline const BodyDescription* findBody(const ModelDescription& model, const std::string& name) {
    return findBody(const_cast<ModelDescription&>(model), name);
}

}  // namespace momentree::app

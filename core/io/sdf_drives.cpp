// SPDX-License-Identifier: Apache-2.0
// What couples the coordinates of joints: mimic joints, screws and gearboxes.
#include <algorithm>
#include <numbers>
#include <numeric>

#include "core/io/sdf_reading.hpp"

namespace momentree {
namespace {

constexpr double sameAxis = 1e-6;  ///< sine of the angle between axes that count as one

}  // namespace

void SdfReading::addMimic(const SdfJoint& joint, const XmlElement& axis) {
    const XmlElement* mimic = axis.FirstChildElement("mimic");
    if (!mimic) return;
    const double multiplier = number(*mimic, "multiplier", 0.0);
    // q = multiplier (q' - reference) + offset
    robot.mimics.push_back(
        {joint.name, joint.scope->named(textOf(*mimic, "joint")), multiplier,
         number(*mimic, "offset", 0.0) - multiplier * number(*mimic, "reference", 0.0),
         problems.lineOf(*mimic)});
}

/// Displacement per turn of a screw [m]. <screw_thread_pitch> is that; its predecessor is the angle
/// per displacement, and positive for left-handed threads.
double SdfReading::leadOf(const XmlElement& joint) {
    const bool recent = joint.FirstChildElement("screw_thread_pitch") != nullptr;
    const double pitch = number(joint, recent ? "screw_thread_pitch" : "thread_pitch", 0.0);
    if (pitch != 0.0) return recent ? pitch : -2.0 * std::numbers::pi / pitch;
    problems.add(joint, MOMENTREE_TEXT("sdf-screw-pitch",
                                       "needs <screw_thread_pitch>, the metres per turn, other "
                                       "than 0"));
    return 0.0;
}

void SdfReading::addGearboxes() {
    if (gearboxes_.empty()) return;
    rigid_.resize(links_.size() + 1);
    std::iota(rigid_.begin(), rigid_.end(), -1);
    for (const SdfJoint& joint : joints_)
        if (joint.type == "fixed")
            std::ranges::replace(rigid_, rigid(joint.child), rigid(joint.parent));
    for (const SdfJoint& gearbox : gearboxes_) addGearbox(gearbox);
}

/// The joint that turns a link about an axis on its carrier, and the sign of its coordinate in that
/// turn.
std::optional<std::pair<const SdfJoint*, double>> SdfReading::bearing(int carrier, int link,
                                                                      const Vector3d& axis) {
    for (const SdfJoint& joint : joints_) {
        const int parent = rigid(joint.parent), child = rigid(joint.child);
        const bool outward = parent == rigid(carrier) && child == rigid(link);
        const bool inward = parent == rigid(link) && child == rigid(carrier);
        if ((joint.type != "revolute" && joint.type != "continuous") || !(outward || inward))
            continue;
        const auto own = directionOf(joint, "axis");
        if (!own || own->cross(axis).norm() > sameAxis) continue;
        return std::pair(&joint, (own->dot(axis) > 0.0) == outward ? 1.0 : -1.0);
    }
    return std::nullopt;
}

/// The angle of the child about axis2 is that of the parent about axis times the negative ratio,
/// both seen from the reference body.
void SdfReading::addGearbox(const SdfJoint& gearbox) {
    const XmlElement& element = *gearbox.element;
    const int carrier = linkOf(element, *gearbox.scope, "gearbox_reference_body");
    const auto axis = directionOf(gearbox, "axis"), axis2 = directionOf(gearbox, "axis2");
    if (carrier == -2 || !axis || !axis2) return;
    const auto first = bearing(carrier, gearbox.parent, *axis),
               second = bearing(carrier, gearbox.child, *axis2);
    if (!first || !second)
        return problems.add(element, MOMENTREE_TEXT("sdf-gearbox-bearings",
                                                    "needs its parent on a revolute joint along "
                                                    "<axis> and its child on one along <axis2>, "
                                                    "both on the reference body"));
    const double ratio = number(element, "gearbox_ratio", 1.0);
    robot.mimics.push_back({second->first->name, first->first->name,
                            -ratio * first->second * second->second, 0.0, problems.lineOf(element),
                            gearbox.name});
}

}  // namespace momentree

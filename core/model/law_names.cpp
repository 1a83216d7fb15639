// SPDX-License-Identifier: Apache-2.0
#include "core/model/law_names.hpp"

#include <algorithm>

namespace momentree {
namespace {

bool isState(std::string_view name) { return name == "t" || name == "q" || name == "u"; }

}  // namespace

ParameterNames LawNames::with(const ParameterNames& parameters) const {
    ParameterNames all = parameters;
    all.insert({"t", "q", "u"});
    for (const ProbeDescription& probe : description_.probes)
        if (!parameterNameProblem(probe.column)) all.insert(probe.column);
    return all;
}

const ProbeDescription* LawNames::probe(const std::string& name) const {
    if (isState(name)) return nullptr;
    const auto found = std::ranges::find(description_.probes, name, &ProbeDescription::column);
    return found == description_.probes.end() ? nullptr : &*found;
}

JointType LawNames::typeOf(const ProbeDescription& probe) const {
    const auto found = std::ranges::find(description_.joints, probe.joint, &JointDescription::name);
    return found == description_.joints.end() ? JointType{} : jointType(found->type);
}

/// Whether the coordinate of a probe's joint is an angle.
bool LawNames::turns(const ProbeDescription& probe) const {
    return isAngle(typeOf(probe).coordinate(probe.coordinate - 1));
}

std::optional<Message> LawNames::refusal(const std::string& name) const {
    if (!axial_ && (name == "q" || name == "u"))
        return MOMENTREE_TEXT(
            "law-no-coordinate",
            "q and u are the coordinate and rate of a torque or force between two "
            "markers; an applied load reads t and probes");
    const ProbeDescription* probe = this->probe(name);
    if (probe == nullptr) return std::nullopt;
    const std::string& quantity = probe->quantity;
    if (quantity == "acceleration" || quantity == "drive_torque" || quantity == "coupling_effort" ||
        quantity == "total_ground_force" || quantity.ends_with("_power") ||
        quantity.ends_with("_work") || quantity.starts_with("joint_force") ||
        quantity.starts_with("joint_torque"))
        return MOMENTREE_TEXT(
            "law-reads-forces",
            "the probe '%1' (%2) depends on this force, so the force would depend "
            "on itself; a law reads positions, velocities and energies")(name, quantity);
    if (!probe->joint.empty() && !typeOf(*probe).axial())
        return MOMENTREE_TEXT(
            "law-reads-joint",
            "the probe '%1' is not of a revolute, prismatic or cylindrical joint; "
            "give it two markers")(name);
    return std::nullopt;
}

std::optional<Dimension> LawNames::dimension(const std::string& name,
                                             const std::optional<Dimension>& coordinate) const {
    using namespace dimensions;
    if (name == "t") return dimensions::time;
    if (name == "q") return coordinate;
    if (name == "u" && coordinate) return *coordinate / dimensions::time;
    const ProbeDescription* probe = this->probe(name);
    if (probe == nullptr) return std::nullopt;
    const std::string& quantity = probe->quantity;
    if (quantity == "input") return std::nullopt;
    if (quantity.ends_with("energy")) return torque;  // J
    if (quantity == "position" || quantity == "point_distance") return length;
    if (quantity == "velocity") return velocity;
    if (quantity.starts_with("angular_velocity")) return rate;
    if (quantity == "rotation_matrix_entry") return number;
    const bool angular = probe->joint.empty() ? quantity != "joint_displacement" : turns(*probe);
    if (quantity == "joint_rate") return angular ? rate : velocity;
    return angular ? angle : length;
}

}  // namespace momentree

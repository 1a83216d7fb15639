// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostics/column_units.hpp"

#include <map>
#include <type_traits>

#include "core/diagnostics/solver_columns.hpp"

namespace momentree {
namespace {

constexpr const char *length = "m", *angle = "rad", *speed = "m/s", *rate = "rad/s", *force = "N",
                     *moment = "N m", *momentum = "kg m/s", *angular = "kg m^2/s";

const char* coordinateUnit(const Joint& joint, int k) {
    return visitJoint(
        [k](auto kind) -> const char* {
            using J = decltype(kind);
            if (std::is_same_v<J, Spherical>) return "";
            if (std::is_same_v<J, Free>) return k < 3 ? length : "";
            const auto index = static_cast<std::size_t>(k);
            return index < kind.angular.size() && *(kind.angular.data() + index) ? angle : length;
        },
        joint);
}

const char* speedUnit(const Joint& joint, int k) {
    if (std::holds_alternative<Spherical>(joint)) return rate;
    if (std::holds_alternative<Free>(joint)) return k < 3 ? speed : rate;
    return coordinateUnit(joint, k) == angle ? rate : speed;
}

std::string probeUnit(const Model& model, const Probe& probe) {
    static const std::map<std::string, const char*, std::less<>> units{
        {"position", length},
        {"velocity", speed},
        {"acceleration", "m/s^2"},
        {"angular_velocity_world", rate},
        {"angular_velocity_body", rate},
        {"joint_angle", angle},
        {"joint_rate", rate},
        {"joint_displacement", length},
        {"point_distance", length},
        {"kinetic_energy", "J"},
        {"potential_energy", "J"},
        {"total_energy", "J"},
        {"total_ground_force", force},
        {"joint_force_on_body", force},
        {"joint_torque_on_body", moment}};
    const std::string& quantity = probe.what.quantity;
    if (probe.joint >= 0 && quantity == "joint_rate")
        return speedUnit(model.joints[static_cast<std::size_t>(probe.joint)].kind,
                         probe.what.coordinate - 1);
    if (quantity == "drive_torque" && probe.motion >= 0)
        return model.motions[static_cast<std::size_t>(probe.motion)].rotation ? moment : force;
    if (probe.exchange >= 0) return quantity.ends_with("_work") ? "J" : "W";
    if (probe.term >= 0)
        for (const Constraint& c : model.constraints)
            if (c.term == probe.term) return c.turns ? moment : force;
    const auto found = units.find(quantity);
    return found == units.end() ? "" : found->second;
}

}  // namespace

std::vector<std::string> columnUnits(const Model& model, const RowLayout& layout) {
    const SolverColumns columns(model, layout);
    std::vector<std::string> units{"s"};
    const auto add = [&units](std::initializer_list<const char*> more) {
        units.insert(units.end(), more.begin(), more.end());
    };
    for (std::size_t body = 0; body < model.bodies.size(); ++body)
        add({length, length, length, "", "", "", "", speed, speed, speed, rate, rate, rate});
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const int joint = static_cast<int>(j);
        const Joint& kind = model.joints[j].kind;
        for (int k = 0; k < layout.jointCoordinates(joint); ++k) add({coordinateUnit(kind, k)});
        for (int k = 0; k < layout.jointSpeeds(joint); ++k) add({speedUnit(kind, k)});
        add({force, force, force, moment, moment, moment});
    }
    add({"J", "J", "J", length, "", ""});
    for (const Probe& probe : model.probes) units.push_back(probeUnit(model, probe));
    for (const AxialLoad& load : model.axialLoads) {
        if (load.controller.integralState >= 0) add({load.torque ? "rad s" : "m s"});
        if (load.controller.rateState >= 0) add({load.torque ? rate : speed});
    }
    units.insert(units.end(), phaseCount, "ns");
    add({"", "J", momentum, momentum, momentum, angular, angular, angular});
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        for (int k = 0; k < columns.jointCount(static_cast<int>(j)); ++k)
            add({speedUnit(model.joints[j].kind, k) == rate ? angular : momentum});
    for (const Constraint& constraint : model.constraints)
        units.insert(units.end(), static_cast<std::size_t>(constraint.ownRows()),
                     constraint.isAngle() ? moment : force);
    for (int k = 0; k < columns.sourceCount(); ++k) add({"W", "J"});
    return units;
}

}  // namespace momentree

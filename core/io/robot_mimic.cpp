// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/io/robot.hpp"

namespace momentree {
namespace {

/// Whether a model has this joint, with one independent coordinate.
bool isSingle(const ModelDescription& model, const std::string& name) {
    return std::ranges::any_of(model.joints, [&](const JointDescription& joint) {
        return joint.name == name &&
               (joint.type == "revolute" || joint.type == "prismatic" || joint.type == "screw");
    });
}

bool isCoupling(const ModelDescription& model, const std::string& name) {
    return std::ranges::find(model.couplings, name, &CouplingDescription::name) !=
           model.couplings.end();
}

}  // namespace

void addMimics(const std::vector<RobotMimic>& mimics, ModelDescription& model, Diagnostics& notes) {
    for (const RobotMimic& mimic : mimics) {
        const auto independent = [&](Message why) {
            notes.push_back(warning(Place::joint(mimic.joint), std::move(why), mimic.line));
        };
        if (std::ranges::find(model.joints, mimic.master, &JointDescription::name) ==
            model.joints.end()) {
            independent(MOMENTREE_TEXT("robot-mimic-unknown",
                                       "moves independently of '%1': no joint of that name can "
                                       "move")(mimic.master));
            continue;
        }
        if (!isSingle(model, mimic.joint) || !isSingle(model, mimic.master)) {
            independent(MOMENTREE_TEXT(
                "robot-mimic-lost",
                "moves independently of '%1': only revolute, prismatic and screw joints between "
                "links with mass can follow each other")(mimic.master));
            continue;
        }
        if (mimic.multiplier == 0.0) {
            independent(MOMENTREE_TEXT(
                "robot-mimic-zero",
                "moves independently of '%1', since its multiplier is 0")(mimic.master));
            continue;
        }
        // q - multiplier q_master = offset
        CouplingDescription coupling;
        const std::string wanted =
            allowedName(mimic.name.empty() ? mimic.joint + "_mimic" : mimic.name);
        coupling.name = wanted;
        for (int k = 2; isCoupling(model, coupling.name); ++k)
            coupling.name = wanted + "_" + std::to_string(k);
        coupling.line = mimic.line;
        coupling.terms = {{mimic.joint, 1, Scalar(1.0)},
                          {mimic.master, 1, Scalar(-mimic.multiplier)}};
        coupling.offset = Scalar(mimic.offset);
        model.couplings.push_back(std::move(coupling));
    }
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/io/robot_root.hpp"

#include <algorithm>

namespace momentree {

Result<std::string> holdAt(Robot& robot, const std::string& link) {
    const auto found = std::ranges::find(robot.links, link, &RobotLink::name);
    if (found == robot.links.end()) {
        std::vector<std::string> names;
        for (const RobotLink& one : robot.links) names.push_back(one.name);
        return fail(error({robot.linkKind, link},
                          MOMENTREE_TEXT("robot-root-unknown",
                                         "is not in the file and cannot be its root; there are %1")(
                              listed(names)),
                          robot.line));
    }
    Frame pose = found->at;
    const RobotLink* top = &*found;
    while (top->parent >= 0) {
        top = &robot.links[static_cast<std::size_t>(top->parent)];
        pose = top->at * pose;
    }
    const bool free = top->joints.size() == 1 && top->joints[0].kind == RobotJoint::Kind::Free;
    const bool fixed = top->joints.empty() || top->joints[0].kind == RobotJoint::Kind::Fixed;
    if (top == &*found && fixed) return std::string();
    if (!free)
        return fail(error(
            {robot.linkKind, link},
            MOMENTREE_TEXT("robot-root-held",
                           "cannot be the root, because '%1' is on ground already; only "
                           "robots whose root is free can be held by another link")(top->name),
            found->line));
    // Links on fixed joints are part of the root, also one behind the other.
    const auto carries = [&](const RobotLink& one) {
        const RobotLink* at = &one;
        while (at != top && at->joints.empty() && at->parent >= 0)
            at = &robot.links[static_cast<std::size_t>(at->parent)];
        return at == top && one.mass.mass > 0.0;
    };
    if (!std::ranges::any_of(robot.links, carries))
        return fail(
            error({robot.linkKind, link},
                  MOMENTREE_TEXT("robot-root-massless",
                                 "cannot be the root, because the root '%1' has no mass and is "
                                 "ground; give '%1' a mass")(top->name),
                  found->line));
    RobotLoop hold;
    hold.name = link + "_to_ground";
    hold.type = "fixed";
    hold.b = static_cast<int>(found - robot.links.begin());
    hold.onA = pose;
    hold.line = found->line;
    robot.loops.push_back(std::move(hold));
    return allowedName(top->joints[0].name);
}

}  // namespace momentree

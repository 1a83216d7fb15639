// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/actuated.hpp"

#include <algorithm>
#include <charconv>

#include "core/math/index.hpp"
#include "core/model/nearest_name.hpp"

namespace momentree {
namespace {

Diagnostic problemOf(Message message) {
    return error(Place::setting("actuated"), std::move(message));
}

/// Its index, -1 if there is none.
int jointOf(const Model& model, const std::string& name) {
    const auto found = std::ranges::find(model.joints, name, &JointElement::name);
    return found == model.joints.end() ? -1 : static_cast<int>(found - model.joints.begin());
}

Diagnostic unknownJoint(const Model& model, const std::string& name) {
    std::vector<std::string> names;
    for (const JointElement& joint : model.joints) names.push_back(joint.name);
    return problemOf(MOMENTREE_TEXT("actuated-no-joint", "there is no joint '%1'%2")(
        name, didYouMean(name, names)));
}

}  // namespace

Result<std::vector<ActuatedCoordinate>> actuatedCoordinates(std::span<const std::string> names) {
    std::vector<ActuatedCoordinate> all;
    for (const std::string& name : names) {
        const std::size_t dot = name.find('.');
        ActuatedCoordinate& one = all.emplace_back();
        one.joint = name.substr(0, dot);
        if (dot == std::string::npos) continue;
        const char *from = name.data() + dot + 1, *to = name.data() + name.size();
        const auto read = std::from_chars(from, to, one.coordinate);
        if (read.ec != std::errc() || read.ptr != to)
            return fail(problemOf(MOMENTREE_TEXT(
                "actuated-form",
                "'%1' must be JOINT or JOINT.COORDINATE, such as J1 or J1.2")(name)));
    }
    return all;
}

Result<std::shared_ptr<const Model>> actuated(const Model& model,
                                              std::span<const ActuatedCoordinate> coordinates,
                                              const Sample& start) {
    for (const AxialLoad& load : model.axialLoads)
        if (load.characteristic.friction.ofReaction())
            return fail(error(
                Place::force(load.name),
                MOMENTREE_TEXT("actuated-friction",
                               "its friction depends on a reaction, which depends on the actuated "
                               "joints; give it levels of effort, or actuate the joints that the "
                               "motions prescribe")));
    ModelDescription pushed = model.description;
    pushed.motions.clear();
    std::erase_if(pushed.probes, [](const ProbeDescription& probe) {
        return probe.quantity.starts_with("drive_");
    });
    for (const ActuatedCoordinate& one : coordinates) {
        const int joint = jointOf(model, one.joint);
        if (joint < 0) return fail(unknownJoint(model, one.joint));
        MotionDescription& motion = pushed.motions.emplace_back();
        motion.name = one.joint;
        if (one.coordinate != 1) motion.name += "." + std::to_string(one.coordinate);
        if (std::ranges::count(pushed.motions, motion.name, &MotionDescription::name) > 1)
            return fail(
                problemOf(MOMENTREE_TEXT("actuated-twice", "'%1' is given twice")(motion.name)));
        motion.joint = one.joint;
        motion.coordinate = one.coordinate;
        const auto& q = start.joints[toIndex(joint)].q;
        if (one.coordinate >= 1 && one.coordinate <= static_cast<int>(q.size()))
            motion.law.offset = q[toIndex(one.coordinate - 1)];
    }
    return buildModel(std::move(pushed));
}

}  // namespace momentree

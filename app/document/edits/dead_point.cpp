// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/edits/dead_point.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/document/check_steps.hpp"
#include "app/document/edits/draw.hpp"
#include "core/kinematics/free_motions.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/kinematics/tree_kinematics.hpp"

namespace momentree::app {
namespace {

constexpr double awayBy = std::numbers::pi / 9.0;  ///< largest turn of a body [rad]
constexpr double shiftBy = 0.35;                   ///< of a joint, relative to the mechanism
constexpr int swingSteps = 8;

/// The value of the motion's law with which its joint is in the pose shown, near the present value.
std::optional<double> valueInPose(ModelDescription& withoutMotion, const CheckedModel& seen,
                                  const MotionElement& motion) {
    const std::size_t count = withoutMotion.motions.size();
    Drawing drawing{withoutMotion, seen};
    if (!drawing.addMotor(motion.joint)) return {};
    const double value = withoutMotion.motions.back().law.offset.value;
    withoutMotion.motions.resize(count);
    const double now = motion.law.at(0.0).f;
    return motion.rotation ? now + std::remainder(value - now, 2.0 * std::numbers::pi) : value;
}

}  // namespace

int motionAtDeadPoint(const CheckedModel& seen) {
    if (seen.problems.empty() || seen.problems.front().message.id != "start-dead-point") return -1;
    const Place& place = seen.problems.front().place;
    if (place.kind != Place::Kind::Motion) return -1;
    const auto found = std::ranges::find(seen.model->motions, place.name, &MotionElement::name);
    return found == seen.model->motions.end()
               ? -1
               : static_cast<int>(found - seen.model->motions.begin());
}

std::optional<ModelDescription> besideDeadPoint(const ModelDescription& description, int motion) {
    const LawDescription& law = description.motions[static_cast<std::size_t>(motion)].law;
    if ((law.kind != "constant" && law.kind != "harmonic") || law.ofState) return {};
    const CheckedModel drawn = checkModel(description);
    if (!drawn.built) return {};
    const MotionElement& driver = drawn.model->motions[static_cast<std::size_t>(motion)];
    ModelDescription released = description;
    released.motions.erase(released.motions.begin() + motion);
    const CheckedModel free = checkModel(released);
    if (!free.assembled) return {};
    std::optional<ModelDescription> best;
    double farthest = 0.0;  // from singular
    const auto tryPose = [&](const std::vector<BodyState>& pose) {
        ModelDescription moved = released;
        writeStart(moved, *free.model, pose);
        const auto value = valueInPose(moved, inPose(free, moved, pose), driver);
        if (!value) return;
        MotionDescription shifted = description.motions[static_cast<std::size_t>(motion)];
        shifted.law.offset = Scalar(law.offset.value + *value - driver.law.at(0.0).f);
        moved.motions.insert(moved.motions.begin() + motion, std::move(shifted));
        const CheckedModel there = checkModel(moved);
        if (!there.assembled || there.report.smallestKept <= farthest) return;
        farthest = there.report.smallestKept;
        best = std::move(moved);
    };
    const std::vector<BodyKinematics<double>> bodies = kinematicsOf(free.start);
    const double shift = shiftBy * mechanismScales(*free.model, bodies).largest();
    for (const FreeMotion& way : freeMotions(*free.model, 0.0, free.start)) {
        const double reach = reachOf(*free.model, 0.0, free.start, way, shift, awayBy);
        const Swing swing = swingAlong(*free.model, 0.0, free.start, way, reach, swingSteps);
        tryPose(swing.poses.back());
        tryPose(swing.poses.front());
    }
    return best;
}

}  // namespace momentree::app

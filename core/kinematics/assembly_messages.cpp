// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/assembly_messages.hpp"

#include <algorithm>

#include "core/kinematics/pose_search.hpp"
#include "core/number_text.hpp"

namespace momentree {

Diagnostic closesNearly(const AssemblyReport& report) {
    if (report.poseGap <= roundedGap)
        return warning(
            Place::model("assembly"),
            MOMENTREE_TEXT("loops-closed-by-chance",
                           "the loops close in the start, but beside it they open by %1 of the "
                           "mechanism's size ('assembly_tolerance' is %2), with %3 redundant "
                           "equations: lengths or angles seem to be rounded. Estimated errors "
                           "contain what this moves")(
                numberText(report.gap, 2), numberText(report.tolerance, 2), report.redundant));
    return warning(
        Place::model("assembly"),
        MOMENTREE_TEXT("loops-closed-nearly",
                       "the loops close to %1 m (%2 of the mechanism's size; "
                       "'assembly_tolerance' is %3), with %4 redundant equations: lengths or "
                       "angles seem to be rounded. Estimated errors contain what this moves")(
            numberText(report.residual, 2), numberText(report.gap, 2),
            numberText(report.tolerance, 2), report.redundant));
}

Diagnostic givenUp() {
    return error(Place::model("assembly"),
                 MOMENTREE_TEXT("loops-given-up", "closing the loops was stopped"));
}

Message waysOut(const Model& model) {
    std::string motions;
    for (const auto& motion : model.motions) motions += ", the motion '" + motion.name + "'";
    const Message lengths =
        MOMENTREE_TEXT("lengths-forbid-closing",
                       "Lengths%1 or the initial pose do not allow it to close")(motions);
    const int rows = model.tree.closureRows, speeds = model.tree.nu;
    if (rows <= speeds) return lengths;
    if (speeds == 1)
        return MOMENTREE_TEXT("one-speed-for-loops",
                              "%1; the loops have %2 equations for only 1 joint speed, so a joint "
                              "that leaves more free may help")(lengths, rows);
    return MOMENTREE_TEXT("few-speeds-for-loops",
                          "%1; the loops have %2 equations for only %3 joint speeds, so a joint "
                          "that leaves more free may help")(lengths, rows, speeds);
}

Diagnostic liesFlat(const Model& model, int joint) {
    const auto at = static_cast<std::size_t>(joint);
    return error(Place::joint(model.joints[at].name),
                 MOMENTREE_TEXT("disc-flat",
                                "its disc lies flat and has no point of contact; give it a start "
                                "in which it stands on its edge"),
                 model.description.joints[at].line);
}

Diagnostic standsAtDeadPoint(const Model& model, double t) {
    const auto runs = [t](const MotionElement& motion) { return motion.law.at(t).df != 0.0; };
    const auto motion = std::ranges::find_if(model.motions, runs);
    const auto text = MOMENTREE_TEXT(
        "start-dead-point",
        "stands at a dead point, so the loops do not let it start. Start in another pose, or "
        "drive another joint");
    if (std::ranges::count_if(model.motions, runs) != 1)
        return error(Place::model("assembly"), text());
    const auto index = static_cast<std::size_t>(motion - model.motions.begin());
    return error(Place::motion(motion->name), text(), model.description.motions[index].line);
}

Diagnostic restsSingular(const Model& model) {
    const auto text = MOMENTREE_TEXT(
        "start-rests-singular",
        "this pose is singular, and its paths cross where the motion leaves it from rest: no speed "
        "tells which one is meant. Start a little beside it, or let the motion begin with a speed");
    if (model.motions.size() != 1) return error(Place::model("initial"), text());
    return error(Place::motion(model.motions.front().name), text(),
                 model.description.motions.front().line);
}

Diagnostic rollsSingular(const JointElement& joint) {
    return error(
        Place::joint(joint.name),
        MOMENTREE_TEXT("rolling-singular",
                       "the start is a singular pose, and its paths of motion cannot be told apart "
                       "where velocities are restricted; start in another pose"));
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/model/build_context.hpp"

namespace momentree {
namespace {

/// Digits may be rounded, but a start far from a unit quaternion is a mistake.
bool isUnit(const Scalar* e) {
    double square = 0.0;
    for (int k = 0; k < 4; ++k) square += e[k].value * e[k].value;
    return std::abs(std::sqrt(square) - 1.0) < 1e-3;
}

void checkCount(BuildContext& context, const Place& where, const std::vector<Scalar>& values,
                int expected, Message what, int line) {
    if (values.empty() || static_cast<int>(values.size()) == expected) return;
    context.refuse(where,
                   MOMENTREE_TEXT("start-count", "takes %1 %2, not %3")(expected, std::move(what),
                                                                        values.size()),
                   line);
}

void checkJointStart(BuildContext& context, const JointStart& start) {
    const Place where = Place::joint(start.joint).part("start");
    const auto found = context.jointByName.find(start.joint);
    if (found == context.jointByName.end()) {
        context.refuse(where,
                       MOMENTREE_TEXT("joint-unknown", "there is no joint '%1'")(start.joint),
                       start.line);
        return;
    }
    const JointElement& joint = context.model.joints[static_cast<std::size_t>(found->second)];
    if (joint.closes) {
        context.refuse(
            where,
            MOMENTREE_TEXT("start-of-distance-joint",
                           "a %1 joint has no coordinates; place its bodies instead")(joint.type),
            start.line);
        return;
    }
    const int nq = coordinateCount(joint.kind), nu = speedCount(joint.kind);
    checkCount(context, where, start.q, nq, MOMENTREE_TEXT("coordinates-q", "coordinates q"),
               start.line);
    checkCount(context, where, start.u, nu, MOMENTREE_TEXT("speeds-u", "speeds u"), start.line);
    if (nq > nu && static_cast<int>(start.q.size()) == nq &&
        !isUnit(&start.q[start.q.size() - 4])) {
        context.refuse(where,
                       MOMENTREE_TEXT("start-quaternion",
                                      "its quaternion (e0, e1, e2, e3) must have length 1"),
                       start.line);
    }
}

void checkBodyStart(BuildContext& context, const BodyStart& start) {
    const Place where = Place::body(start.body).part("start");
    if (!context.bodyByName.contains(start.body)) {
        context.refuse(where, MOMENTREE_TEXT("body-unknown", "there is no body '%1'")(start.body),
                       start.line);
    }
    if (start.orientation && !isUnit(start.orientation->data())) {
        context.refuse(where,
                       MOMENTREE_TEXT("start-orientation",
                                      "its orientation (e0, e1, e2, e3) must have length 1"),
                       start.line);
    }
}

}  // namespace

void checkStarts(BuildContext& context) {
    for (const JointStart& start : context.description.jointStarts) checkJointStart(context, start);
    for (const BodyStart& start : context.description.bodyStarts) checkBodyStart(context, start);
}

}  // namespace momentree

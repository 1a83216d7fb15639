// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/model/build_context.hpp"

namespace momentree {
namespace {

/// Typed digits may be short, but a start far from a unit quaternion is a mistake.
bool isUnit(const Scalar* e) {
    double square = 0.0;
    for (int k = 0; k < 4; ++k) square += e[k].value * e[k].value;
    return std::abs(std::sqrt(square) - 1.0) < 1e-3;
}

void checkCount(BuildContext& context, const std::string& where, const std::vector<Scalar>& values,
                int expected, const char* what, int line) {
    if (values.empty() || static_cast<int>(values.size()) == expected) return;
    context.refuse(where,
                   "it takes " + std::to_string(expected) + " " + what + ", not " +
                       std::to_string(values.size()),
                   line);
}

void checkJointStart(BuildContext& context, const JointStart& start) {
    const std::string where = "start of joint '" + start.joint + "'";
    const auto found = context.jointByName.find(start.joint);
    if (found == context.jointByName.end()) {
        context.refuse(where, "there is no joint '" + start.joint + "'", start.line);
        return;
    }
    const JointElement& joint = context.model.joints[static_cast<std::size_t>(found->second)];
    if (joint.distance) {
        context.refuse(where, "a distance joint has no coordinates; place its bodies instead",
                       start.line);
        return;
    }
    const int nq = coordinateCount(joint.kind), nu = speedCount(joint.kind);
    checkCount(context, where, start.q, nq, "coordinates q", start.line);
    checkCount(context, where, start.u, nu, "speeds u", start.line);
    if (nq > nu && static_cast<int>(start.q.size()) == nq &&
        !isUnit(&start.q[start.q.size() - 4])) {
        context.refuse(where, "its quaternion (e0, e1, e2, e3) must have length 1", start.line);
    }
}

void checkBodyStart(BuildContext& context, const BodyStart& start) {
    const std::string where = "start of body '" + start.body + "'";
    if (!context.bodyByName.contains(start.body)) {
        context.refuse(where, "there is no body '" + start.body + "'", start.line);
    }
    if (start.orientation && !isUnit(start.orientation->data())) {
        context.refuse(where, "its orientation (e0, e1, e2, e3) must have length 1", start.line);
    }
}

}  // namespace

void checkStarts(BuildContext& context) {
    for (const JointStart& start : context.description.jointStarts) checkJointStart(context, start);
    for (const BodyStart& start : context.description.bodyStarts) checkBodyStart(context, start);
}

}  // namespace momentree

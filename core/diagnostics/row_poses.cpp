// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostics/row_poses.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/joints/joint.hpp"
#include "core/math/index.hpp"
#include "core/math/quaternion.hpp"

namespace momentree {
namespace {

bool areFinite(std::span<const double> values) {
    return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

std::optional<Frame> poseIn(std::span<const double> body) {
    if (!areFinite(body.subspan(0, 7))) return std::nullopt;
    Quat<double> e(body[3], body[4], body[5], body[6]);
    if (!(e.norm() > 0.0)) return std::nullopt;
    e.normalize();
    return Frame{rotationOf<double>(e), Vector3d(body[0], body[1], body[2])};
}

/// Marker B of a joint in the axes of marker A.
std::optional<Frame> acrossJoint(const JointElement& joint, std::span<const double> q) {
    if (joint.closes || q.empty() || !areFinite(q)) return std::nullopt;
    return visitJoint(
        [&](auto kind) {
            return Frame{kind.template rotation<double>(q.data()),
                         kind.template translation<double>(q.data())};
        },
        joint.kind);
}

}  // namespace

bool completePoses(const Model& model, const RowLayout& layout, std::span<double> row) {
    std::vector<std::optional<Frame>> poses;
    for (int k = 0; k < std::ssize(model.bodies); ++k)
        poses.push_back(poseIn(row.subspan(toIndex(layout.body(k)), 7)));
    const auto known = [&](int body) { return body < 0 ? Frame() : poses[toIndex(body)]; };
    const auto give = [&](int body, const Frame& pose) {
        poses[toIndex(body)] = pose;
        const Quat<double> e = quaternionOf<double>(pose.R);
        const auto to = row.subspan(toIndex(layout.body(body)), 7);
        std::ranges::copy(pose.r, to.begin());
        std::ranges::copy(e, to.begin() + 3);
    };
    for (bool found = true; found;) {
        found = false;
        for (int k = 0; k < std::ssize(model.joints); ++k) {
            const JointElement& joint = model.joints[toIndex(k)];
            const auto a = known(joint.A.body), b = known(joint.B.body);
            if (a.has_value() == b.has_value()) continue;
            const auto across = acrossJoint(
                joint, row.subspan(toIndex(layout.jointQ(k)), toIndex(layout.jointCoordinates(k))));
            if (!across) continue;
            if (a)
                give(joint.B.body, *a * joint.A.frame * *across * inverse(joint.B.frame));
            else
                give(joint.A.body, *b * joint.B.frame * inverse(*across) * inverse(joint.A.frame));
            found = true;
        }
    }
    return std::ranges::all_of(poses, [](const auto& pose) { return pose.has_value(); });
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/four_bar.hpp"

#include <algorithm>
#include <cmath>

#include "core/math/index.hpp"

namespace momentree {
namespace {

constexpr double parallel = 1e-9;    ///< sine of the angle between two axes
constexpr double sameLength = 1e-9;  ///< relative

struct Hinge {
    Vector3d at, axis;
};

Hinge hingeOf(const Model& model, int joint, std::span<const BodyKinematics<double>> bodies) {
    const MarkerKinematics<double> A = markerKinematics(model.joints[toIndex(joint)].A, bodies);
    return {A.r, A.R.col(2)};
}

/// From hinge to hinge, normal to their axes.
Vector3d link(const Hinge& from, const Hinge& to) {
    const Vector3d d = to.at - from.at;
    return d - from.axis.dot(d) * from.axis;
}

/// The body at the other side of a hinge, or empty if the hinge is not at `body`.
std::optional<int> across(const Model& model, int joint, int body) {
    const JointElement& hinge = model.joints[toIndex(joint)];
    if (hinge.A.body == body) return hinge.B.body;
    if (hinge.B.body == body) return hinge.A.body;
    return {};
}

bool isDriven(const Model& model, int joint) {
    return std::ranges::any_of(model.motions,
                               [&](const MotionElement& motion) { return motion.joint == joint; });
}

FourBar::Kind kindOf(const FourBar& f) {
    std::array<double, 4> sorted{f.a, f.b, f.c, f.d};
    std::ranges::sort(sorted);
    const double outer = sorted[0] + sorted[3], inner = sorted[1] + sorted[2];
    if (std::abs(outer - inner) <= sameLength * sorted[3]) return FourBar::Kind::ChangePoint;
    if (outer > inner) return FourBar::Kind::TripleRocker;
    const double s = sorted[0];
    return f.d == s   ? FourBar::Kind::DoubleCrank
           : f.a == s ? FourBar::Kind::CrankRocker
           : f.c == s ? FourBar::Kind::RockerCrank
                      : FourBar::Kind::DoubleRocker;
}

}  // namespace

const std::vector<std::string_view>& fourBarKinds() {
    static const std::vector<std::string_view> kinds{"double-crank", "crank-rocker",
                                                     "rocker-crank", "double-rocker",
                                                     "change-point", "triple-rocker"};
    return kinds;
}

std::vector<FourBar> planarFourBars(const Model& model,
                                    std::span<const BodyKinematics<double>> bodies) {
    std::vector<int> hinges;
    for (std::size_t k = 0; k < model.joints.size(); ++k)
        if (model.joints[k].type == "revolute") hinges.push_back(static_cast<int>(k));
    std::vector<FourBar> found;
    const auto add = [&](FourBar f) {
        if (isDriven(model, f.joints[3]) && !isDriven(model, f.joints[0])) {
            std::ranges::reverse(f.joints);
            std::swap(f.input, f.output);
        }
        std::array<Hinge, 4> at;
        for (std::size_t k = 0; k < 4; ++k) {
            at[k] = hingeOf(model, f.joints[k], bodies);
            if (at[k].axis.cross(at[0].axis).norm() > parallel) return;
        }
        f.a = link(at[0], at[1]).norm();
        f.b = link(at[1], at[2]).norm();
        f.c = link(at[2], at[3]).norm();
        f.d = link(at[3], at[0]).norm();
        f.kind = kindOf(f);
        const double slack = sameLength * std::max({f.a, f.b, f.c, f.d});
        f.inputTurnsFully =
            std::abs(f.b - f.c) <= std::abs(f.d - f.a) + slack && f.b + f.c >= f.a + f.d - slack;
        found.push_back(f);
    };
    for (const int first : hinges)
        for (const int last : hinges) {
            const auto input = across(model, first, ground), output = across(model, last, ground);
            if (last <= first || !input || !output || *input == *output) continue;
            for (const int second : hinges)
                for (const int third : hinges) {
                    const auto coupler = across(model, second, *input);
                    if (!coupler || *coupler == ground || *coupler == *output) continue;
                    if (third == second || across(model, third, *coupler) != output) continue;
                    add({{first, second, third, last}, *input, *coupler, *output});
                }
        }
    return found;
}

double transmissionAngle(const Model& model, const FourBar& f,
                         std::span<const BodyKinematics<double>> bodies) {
    const Hinge joint = hingeOf(model, f.joints[2], bodies);
    const Vector3d coupler = link(joint, hingeOf(model, f.joints[1], bodies));
    const Vector3d output = link(joint, hingeOf(model, f.joints[3], bodies));
    return std::atan2(coupler.cross(output).norm(), coupler.dot(output));
}

}  // namespace momentree

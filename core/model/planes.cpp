// SPDX-License-Identifier: Apache-2.0
#include "core/model/planes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace momentree {
namespace {

/// The direction about which a body turns relative to ground.
struct Turning {
    bool anyhow = false;  ///< about several directions
    std::optional<Vector3d> about;

    void add(const Turning& other) {
        if (!about)
            about = other.about;
        else if (other.about && !parallel(*about, *other.about))
            anyhow = true;
        anyhow = anyhow || other.anyhow;
    }
};

Turning turningOf(const TreeBody& body, const Vector3d& z) {
    if (body.motion >= 0) return {false, body.motionRotates ? std::optional(z) : std::nullopt};
    return visitJoint(
        [&](auto joint) -> Turning {
            using J = decltype(joint);
            if constexpr (std::is_same_v<J, Revolute> || std::is_same_v<J, Cylindrical> ||
                          std::is_same_v<J, Planar>)
                return {false, z};
            else if constexpr (std::is_same_v<J, Prismatic> || std::is_same_v<J, Fixed> ||
                               std::is_same_v<J, Translational>)
                return {};
            else
                return {true, {}};
        },
        body.joint);
}

/// How the outer end of a closure turns relative to the inner one, on which it hangs: a cut joint
/// connects a body to one of its ancestors.
Turning turningInLoop(const Constraint& c, const Tree& tree, const std::vector<Matrix3d>& atZero) {
    const auto linkOf = [&](int body) {
        return body == ground ? ground : tree.ofBody[static_cast<std::size_t>(body)];
    };
    const auto [inner, outer] = std::minmax({linkOf(c.bodyA), linkOf(c.bodyB)});
    Turning turning;
    for (int i = outer; i != inner; i = tree.bodies[static_cast<std::size_t>(i)].parent) {
        if (i == ground) return {true, {}};
        turning.add(turningOf(tree.bodies[static_cast<std::size_t>(i)],
                              atZero[static_cast<std::size_t>(i)].col(2)));
    }
    return turning;
}

/// Lets the axes of a closure move with A if its loop stays in a plane that moves.
void carry(Constraint& c, const Tree& tree, const std::vector<Matrix3d>& atZero) {
    if (c.bodyA == ground) return;
    const Turning turning = turningInLoop(c, tree, atZero);
    c.carried = !turning.anyhow && turning.about;
    if (!c.carried) return;
    const auto link = static_cast<std::size_t>(tree.ofBody[static_cast<std::size_t>(c.bodyA)]);
    const Matrix3d body = atZero[link] * tree.bodies[link].toBody.R;
    c.axes = planeAcross(body.transpose() * *turning.about);
}

bool isWorldAxis(const Vector3d& n) {
    return parallel(n, Vector3d::UnitX()) || parallel(n, Vector3d::UnitY()) ||
           parallel(n, Vector3d::UnitZ());
}

}  // namespace

bool parallel(const Vector3d& a, const Vector3d& b) {
    constexpr double rounding = 1e-12;  // of the model's numbers
    return a.cross(b).norm() < rounding;
}

std::vector<Matrix3d> axesAtZero(const Tree& tree) {
    std::vector<Matrix3d> axes;
    for (const TreeBody& body : tree.bodies)
        axes.push_back(body.parent == ground
                           ? body.A.R
                           : Matrix3d(axes[static_cast<std::size_t>(body.parent)] * body.A.R));
    return axes;
}

Matrix3d planeAcross(const Vector3d& n) {
    const Vector3d x = std::abs(n.x()) < 0.5 ? Vector3d::UnitX() : Vector3d::UnitY();
    Matrix3d axes;
    axes.col(0) = (x - x.dot(n) * n).normalized();
    axes.col(1) = n.cross(axes.col(0));
    axes.col(2) = n;
    return axes;
}

void alignClosures(Model& model) {
    const Tree& tree = model.tree;
    if (tree.closures.empty()) return;
    const std::vector<Matrix3d> atZero = axesAtZero(tree);
    std::vector<Turning> turning;
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
        const TreeBody& body = tree.bodies[i];
        turning.push_back(turningOf(body, atZero[i].col(2)));
        if (body.parent != ground)
            turning.back().add(turning[static_cast<std::size_t>(body.parent)]);
    }
    for (const int k : tree.closures) {
        Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        if (c.kind != Constraint::Kind::Point) continue;
        Turning both;
        for (const int body : {c.bodyA, c.bodyB})
            if (body != ground)
                both.add(
                    turning[static_cast<std::size_t>(tree.ofBody[static_cast<std::size_t>(body)])]);
        c.inclined = !both.anyhow && both.about && !isWorldAxis(*both.about);
        if (c.inclined) c.axes = planeAcross(*both.about);
        if (both.anyhow) carry(c, tree, atZero);
    }
}

}  // namespace momentree

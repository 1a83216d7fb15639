// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/mechanism_scales.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace momentree {
namespace {

constexpr double leastBox = 1e-9;  ///< around joints, relative to a radius of gyration

/// Numbers the mechanisms; `root` names one body of each, -1 for none.
std::vector<int> numbered(const std::vector<int>& root) {
    std::map<int, int> numbers;
    std::vector<int> mechanism(root.size(), -1);
    for (std::size_t i = 0; i < root.size(); ++i)
        if (root[i] >= 0)
            mechanism[i] =
                numbers.try_emplace(root[i], static_cast<int>(numbers.size())).first->second;
    return mechanism;
}

std::vector<int> mechanisms(const Model& model) {
    const std::vector<TreeBody>& bodies = model.tree.bodies;
    std::vector<int> root(bodies.size());
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int i) {
        while (root[static_cast<std::size_t>(i)] != i) i = root[static_cast<std::size_t>(i)];
        return i;
    };
    std::vector<char> moves(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const int parent = bodies[i].parent;
        const bool carried = parent != ground && moves[static_cast<std::size_t>(parent)];
        moves[i] = carried || speedCount(bodies[i].joint) > 0;
        if (carried) root[i] = find(parent);
    }
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        if (c.bodyA == ground || c.bodyB == ground) continue;
        const int a = model.tree.ofBody[static_cast<std::size_t>(c.bodyA)];
        const int b = model.tree.ofBody[static_cast<std::size_t>(c.bodyB)];
        if (!moves[static_cast<std::size_t>(a)] || !moves[static_cast<std::size_t>(b)]) continue;
        root[static_cast<std::size_t>(find(a))] = find(b);
    }
    for (const auto& [bodyA, bodyB] : coupledBodies(model)) {
        const int a = model.tree.ofBody[static_cast<std::size_t>(bodyA)];
        const int b = model.tree.ofBody[static_cast<std::size_t>(bodyB)];
        if (moves[static_cast<std::size_t>(a)] && moves[static_cast<std::size_t>(b)])
            root[static_cast<std::size_t>(find(a))] = find(b);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i)
        root[i] = moves[i] ? find(static_cast<int>(i)) : -1;
    return numbered(root);
}

int mechanismOfBody(const Model& model, const std::vector<int>& ofBody, int body) {
    if (body == ground) return -1;
    return ofBody[static_cast<std::size_t>(model.tree.ofBody[static_cast<std::size_t>(body)])];
}

/// Of the mechanisms, and last of what cannot move by itself.
std::vector<double> sizesOf(const Model& model, const std::vector<int>& ofBody,
                            std::span<const BodyKinematics<double>> bodies) {
    const int count = ofBody.empty() ? 0 : *std::ranges::max_element(ofBody) + 1;
    const auto numberOf = [&](int body) {
        const int which = mechanismOfBody(model, ofBody, body);
        return static_cast<std::size_t>(which < 0 ? count : which);
    };
    std::vector<Eigen::AlignedBox3d> joints(static_cast<std::size_t>(count) + 1), all;
    for (const JointElement& joint : model.joints)
        for (const int body : {joint.A.body, joint.B.body}) {
            if (body == ground) continue;
            joints[numberOf(body)].extend(markerKinematics(joint.A, bodies).r);
            joints[numberOf(body)].extend(markerKinematics(joint.B, bodies).r);
        }
    all = joints;
    std::vector<double> gyration(joints.size(), 0.0);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const std::size_t which = numberOf(static_cast<int>(i));
        all[which].extend(bodies[i].r);
        double& radius = gyration[which];
        radius = std::max(radius, std::sqrt(model.bodies[i].J_C.trace() / model.bodies[i].mass));
    }
    std::vector<double> sizes;
    for (std::size_t k = 0; k < joints.size(); ++k) {
        // A body that turns about its centre has only its inertia.
        double size = gyration[k] > 0.0 ? gyration[k] : 1.0;
        for (const Eigen::AlignedBox3d& box : {all[k], joints[k]})
            if (!box.isEmpty() && box.diagonal().norm() > leastBox * gyration[k])
                size = 0.5 * box.diagonal().norm();
        sizes.push_back(size);
    }
    return sizes;
}

}  // namespace

std::vector<std::pair<int, int>> coupledBodies(const Model& model) {
    std::vector<std::pair<int, int>> pairs;
    for (const CouplingElement& coupling : model.couplings) {
        std::vector<int> bodies;
        for (const int joint : coupling.joints) {
            const JointElement& element = model.joints[static_cast<std::size_t>(joint)];
            for (const int body : {element.A.body, element.B.body})
                if (body != ground) bodies.push_back(body);
        }
        for (std::size_t i = 0; i < bodies.size(); ++i)
            for (std::size_t k = 0; k < i; ++k) pairs.emplace_back(bodies[i], bodies[k]);
    }
    return pairs;
}

std::array<bool, 6> translations(const Joint& joint) {
    return visitJoint(
        [](auto kind) {
            std::array<bool, 6> slides{};
            const std::array<double, 7> q{};
            const Mat6N<double, decltype(kind)::nu> E = kind.template E<double>(q.data());
            for (int k = 0; k < kind.nu; ++k)
                slides[static_cast<std::size_t>(k)] = E.template topRows<3>().col(k).norm() > 0.5;
            return slides;
        },
        joint);
}

int MechanismScales::mechanismOf(const Model& model, const JointElement& joint) const {
    return std::max(mechanismOfBody(model, ofBody, joint.A.body),
                    mechanismOfBody(model, ofBody, joint.B.body));
}

double MechanismScales::sizeOf(const Model& model, const JointElement& joint) const {
    const int which = mechanismOf(model, joint);
    return of(which);
}

Eigen::VectorXd MechanismScales::ofConstraints(const Model& model) const {
    Eigen::VectorXd factors = Eigen::VectorXd::Ones(model.constraintRows);
    for (const Constraint& c : model.constraints) {
        const int which = std::max(mechanismOfBody(model, ofBody, c.bodyA),
                                   mechanismOfBody(model, ofBody, c.bodyB));
        if (!c.isAngle()) factors.segment(c.firstRow, c.rows()).setConstant(1.0 / of(which));
    }
    return factors;
}

double MechanismScales::largest() const {
    return size.empty() ? rest : *std::ranges::max_element(size);
}

double MechanismScales::largestNorm(const Eigen::VectorXd& rows) const {
    std::vector<double> squares(size.size() + 1, 0.0);
    for (Eigen::Index k = 0; k < rows.size(); ++k)
        squares[static_cast<std::size_t>(ofRow[static_cast<std::size_t>(k)] + 1)] +=
            rows[k] * rows[k];
    // Not max_element, which overlooks numbers that are not finite.
    double largest = 0.0;
    for (const double square : squares)
        if (!(square <= largest)) largest = square;
    return std::sqrt(largest);
}

MechanismScales mechanismScales(const Model& model,
                                std::span<const BodyKinematics<double>> bodies) {
    MechanismScales scales;
    scales.ofBody = mechanisms(model);
    scales.size = sizesOf(model, scales.ofBody, bodies);
    scales.rest = scales.size.back();
    scales.size.pop_back();
    scales.row.setOnes(model.tree.closureRows);
    scales.ofRow.assign(static_cast<std::size_t>(model.tree.closureRows), -1);
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        const int which = std::max(mechanismOfBody(model, scales.ofBody, c.bodyA),
                                   mechanismOfBody(model, scales.ofBody, c.bodyB));
        for (int row = c.closureRow; row < c.closureRow + c.rows(); ++row) {
            int& known = scales.ofRow[static_cast<std::size_t>(row)];
            known = std::max(known, which);
            if (!c.isAngle()) scales.row[row] = 1.0 / scales.of(known);
        }
    }
    scales.speed.setOnes(model.tree.nu);
    for (std::size_t i = 0; i < model.tree.bodies.size(); ++i) {
        const TreeBody& tree = model.tree.bodies[i];
        const std::array<bool, 6> slides = translations(tree.joint);
        for (int k = 0; k < speedCount(tree.joint); ++k)
            if (slides[static_cast<std::size_t>(k)])
                scales.speed[tree.firstU + k] =
                    scales.size[static_cast<std::size_t>(scales.ofBody[i])];
    }
    return scales;
}

}  // namespace momentree

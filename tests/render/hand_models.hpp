// SPDX-License-Identifier: Apache-2.0
// Small models and rows written by hand; pictures need no solver.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"

namespace momentree::test {

/// A model under construction with the pose of every body.
struct Drawing {
    std::shared_ptr<Model> model = std::make_shared<Model>();
    std::vector<Frame> poses;

    /// A uniform bar of 1 kg from p to q; its x axis points at q.
    int bar(const std::string& name, const Vector3d& p, const Vector3d& q) {
        const double l = (q - p).norm();
        Body body;
        body.name = name;
        body.mass = 1.0;
        body.J_C = Vector3d(0.0, l * l / 12.0, l * l / 12.0).asDiagonal();
        model->bodies.push_back(body);
        const Vector3d x = (q - p) / l;
        const Vector3d z = std::abs(x.z()) < 0.9 ? Vector3d::UnitZ() : Vector3d::UnitY();
        Frame pose;
        pose.r = 0.5 * (p + q);
        pose.R.col(0) = x;
        pose.R.col(1) = z.cross(x).normalized();
        pose.R.col(2) = x.cross(pose.R.col(1));
        poses.push_back(pose);
        return static_cast<int>(poses.size()) - 1;
    }

    /// A marker of `body` at a point of the world, its z axis along `z`.
    Marker marker(int body, const Vector3d& at, const Vector3d& z = Vector3d::UnitZ()) const {
        Frame world;
        world.r = at;
        world.R.col(2) = z.normalized();
        world.R.col(0) = world.R.col(2).unitOrthogonal();
        world.R.col(1) = world.R.col(2).cross(world.R.col(0));
        const Frame pose = body == ground ? Frame{} : poses[static_cast<std::size_t>(body)];
        return {body, inverse(pose) * world, ""};
    }

    int joint(const std::string& type, int a, int b, const Vector3d& at,
              const Vector3d& axis = Vector3d::UnitZ()) {
        JointElement element;
        element.name = "J" + std::to_string(model->joints.size() + 1);
        element.type = type;
        if (type == "prismatic") element.kind = Prismatic{};
        if (type == "spherical") element.kind = Spherical{};
        if (type == "universal") element.kind = Universal{};
        if (type == "cylindrical") element.kind = Cylindrical{};
        element.A = marker(a, at, axis);
        element.B = marker(b, at, axis);
        model->joints.push_back(element);
        return static_cast<int>(model->joints.size()) - 1;
    }

    std::vector<double> row(const RowLayout& layout, double time = 0.0) const {
        std::vector<double> values(static_cast<std::size_t>(layout.width()), 0.0);
        values[0] = time;
        for (std::size_t i = 0; i < poses.size(); ++i) {
            double* at = values.data() + layout.body(static_cast<int>(i));
            Eigen::Map<Vector3d>{at} = poses[i].r;
            Eigen::Map<Quat<double>>{at + 3} = quaternionOf<double>(poses[i].R);
        }
        return values;
    }
};

/// Crank, coupler and rocker in the x-y plane on pivots at (0, 0) and (0.35, 0) m.
inline Drawing fourBar() {
    Drawing d;
    const Vector3d O1(0, 0, 0), O2(0.35, 0, 0), P(0.06, 0.08, 0), Q(0.3867, 0.2473, 0);
    const int crank = d.bar("crank", O1, P), coupler = d.bar("coupler", P, Q),
              rocker = d.bar("rocker", O2, Q);
    d.joint("revolute", ground, crank, O1);
    d.joint("revolute", crank, coupler, P);
    d.joint("revolute", coupler, rocker, Q);
    d.joint("revolute", ground, rocker, O2);
    d.model->tree.cutJoints = {3};
    return d;
}

/// Links of 1 m from the origin along x, connected by spherical joints.
inline Drawing chain(int links) {
    Drawing d;
    for (int k = 0; k < links; ++k) {
        d.bar("link" + std::to_string(k + 1), Vector3d(k, 0, 0), Vector3d(k + 1, 0, 0));
        d.joint("spherical", k - 1, k, Vector3d(k, 0, 0));
    }
    return d;
}

}  // namespace momentree::test

// SPDX-License-Identifier: Apache-2.0
#include "bench/mechanisms.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

namespace momentree::bench {
namespace {

std::shared_ptr<const Model> build(ModelDescription description) {
    auto model = buildModel(std::move(description));
    if (model) return *model;
    for (const Diagnostic& d : model.error()) std::fprintf(stderr, "%s\n", toString(d).c_str());
    std::exit(EXIT_FAILURE);
}

MarkerDescription marker(const std::string& name, double x, const Eigen::Vector3d& z) {
    MarkerDescription m;
    m.name = name;
    m.position = {x, 0.0, 0.0};
    m.z = Scalar3{z.x(), z.y(), z.z()};
    m.x = Scalar3{1.0, 0.0, 0.0};
    return m;
}

BodyDescription bar(const std::string& name, const Eigen::Vector3d& inertia) {
    BodyDescription body;
    body.name = name;
    body.mass = 1.0;
    for (std::size_t k = 0; k < 3; ++k) body.inertia[k][k] = inertia[static_cast<Eigen::Index>(k)];
    return body;
}

JointDescription joint(const std::string& name, const std::string& type, MarkerReference a,
                       MarkerReference b) {
    JointDescription j;
    j.name = name;
    j.type = type;
    j.a = std::move(a);
    j.b = std::move(b);
    return j;
}

Scalar expression(const std::string& text) {
    Scalar scalar;
    scalar.text = text;
    return scalar;
}

template <typename Axis>
ModelDescription chainAlong(const Chain& chain, const Eigen::Vector3d& inertia, Axis axis) {
    ModelDescription d;
    d.name = "chain";
    d.groundMarkers.push_back(marker("right", 0.0, axis(0)));
    MarkerReference last{"ground", "right"};
    for (int i = 0; i < chain.links; ++i) {
        const std::string number = std::to_string(i + 1);
        BodyDescription link = bar("link" + number, inertia);
        link.markers = {marker("left", -0.5, axis(i)), marker("right", 0.5, axis(i + 1))};
        d.bodies.push_back(link);
        d.joints.push_back(joint("J" + number, name(chain.joint), last, {link.name, "left"}));
        last = {link.name, "right"};
    }
    return d;
}

Eigen::Vector3d jointAxis(const Chain& chain, int link) {
    return chain.joint == ChainJoint::Revolute ? linkAxis(link) : Eigen::Vector3d::UnitZ();
}

}  // namespace

std::shared_ptr<const Model> chainModel(const Chain& chain, const Eigen::Vector3d& inertia) {
    return build(chainAlong(chain, inertia, [&](int link) { return jointAxis(chain, link); }));
}

std::shared_ptr<const Model> armModel(int links) {
    const Chain chain{ChainJoint::Revolute, links};
    ModelDescription d =
        chainAlong(chain, linkInertia(), [&](int link) { return jointAxis(chain, link); });
    for (const auto& [name, value] : {std::pair("m", 1.0), {"L", 1.0}}) {
        d.parameters.emplace_back();
        d.parameters.back().name = name;
        d.parameters.back().value = value;
    }
    for (BodyDescription& link : d.bodies) {
        link.mass = expression("m");
        link.markers[0].position[0] = expression("-L/2");
        link.markers[1].position[0] = expression("L/2");
    }
    return build(std::move(d));
}

std::shared_ptr<const Model> planarChainModel(int links) {
    return build(chainAlong({ChainJoint::Revolute, links}, linkInertia(),
                            [](int) { return Eigen::Vector3d::UnitZ(); }));
}

std::shared_ptr<const Model> ladderModel(int windows, bool tilted) {
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
    if (tilted)
        R = (Eigen::AngleAxisd(0.7, Eigen::Vector3d::UnitX()) *
             Eigen::AngleAxisd(0.4, Eigen::Vector3d::UnitY()))
                .toRotationMatrix();
    const auto scalars = [](const Eigen::Vector3d& v) { return Scalar3{v.x(), v.y(), v.z()}; };
    ModelDescription d;
    d.name = "ladder";
    const Eigen::Vector3d inertia(1e-4, 1.0 / 12, 1.0 / 12), z = Eigen::Vector3d::UnitZ();
    const auto add = [&](const std::string& name) {
        d.bodies.push_back(bar(name, inertia));
        d.bodies.back().markers = {marker("left", -0.5, z), marker("right", 0.5, z)};
    };
    for (int k = 0; k <= windows; ++k) {
        const std::string number = std::to_string(k), before = std::to_string(k - 1);
        add("crank" + number);
        d.groundMarkers.push_back(marker("O" + number, 0.0, R.col(2)));
        d.groundMarkers.back().position = scalars(k * R.col(0));
        d.groundMarkers.back().x = scalars(R.col(0));
        if (k > 0) {  // the coupler first, so that the loop is cut at ground
            add("coupler" + number);
            d.joints.push_back(joint("B" + number, "revolute", {"crank" + before, "right"},
                                     {"coupler" + number, "left"}));
            d.joints.push_back(joint("C" + number, "revolute", {"coupler" + number, "right"},
                                     {"crank" + number, "right"}));
            d.jointStarts.push_back({"B" + number, {-std::numbers::pi / 2}, {1.0}});
            d.jointStarts.push_back({"C" + number, {std::numbers::pi / 2}, {-1.0}});
        }
        d.joints.push_back(
            joint("A" + number, "revolute", {"ground", "O" + number}, {"crank" + number, "left"}));
        if (k == 0) d.jointStarts.push_back({"A0", {std::numbers::pi / 2}, {-1.0}});
    }
    return build(std::move(d));
}

std::shared_ptr<const Model> parallelogramChain(int loops) {
    ModelDescription d;
    d.name = "parallelograms";
    const auto marker = [](const std::string& name, double x, int axis, double side) {
        MarkerDescription m;
        m.name = name;
        m.position = {x, axis == 2 ? side : 0.0, axis == 1 ? side : 0.0};
        m.z = axis == 2 ? Scalar3{0.0, 0.0, 1.0} : Scalar3{0.0, 1.0, 0.0};
        m.x = Scalar3{1.0, 0.0, 0.0};
        return m;
    };
    std::string carrier = "ground";
    for (int k = 0; k < loops; ++k) {
        const std::string number = std::to_string(k + 1);
        const int axis = k % 2 == 0 ? 2 : 1;
        BodyDescription plate = bar("plate" + number, Eigen::Vector3d::Constant(0.05));
        for (const auto& [name, side] : {std::pair{"left", -0.25}, std::pair{"right", 0.25}}) {
            auto& markers = k == 0 ? d.groundMarkers : d.bodies.back().markers;
            markers.push_back(marker(std::string("out_") + name, 0.0, axis, side));
            plate.markers.push_back(marker(std::string("in_") + name, 0.0, axis, side));
        }
        std::vector<BodyDescription> arms;
        for (const std::string name : {"left", "right"}) {
            BodyDescription arm = bar(name + number, {1e-4, 1.0 / 12, 1.0 / 12});
            arm.markers = {marker("inner", -0.5, axis, 0.0), marker("outer", 0.5, axis, 0.0)};
            d.joints.push_back(joint(name + "_in" + number, "revolute", {carrier, "out_" + name},
                                     {arm.name, "inner"}));
            d.joints.push_back(joint(name + "_out" + number, "revolute", {arm.name, "outer"},
                                     {plate.name, "in_" + name}));
            arms.push_back(arm);
        }
        carrier = plate.name;
        d.bodies.insert(d.bodies.end(), arms.begin(), arms.end());
        d.bodies.push_back(plate);
    }
    return build(std::move(d));
}

namespace {

/// A body with its first joint at its origin, axes along z.
BodyDescription linkAt(const std::string& name, double mass, const Eigen::Vector3d& centre,
                       const Eigen::Vector3d& inertia,
                       const std::vector<std::pair<std::string, Eigen::Vector2d>>& points) {
    BodyDescription body = bar(name, inertia);
    body.mass = mass;
    for (const auto& [point, at] : points) {
        body.markers.push_back(marker(point, at.x() - centre.x(), Eigen::Vector3d::UnitZ()));
        body.markers.back().position[1] = at.y() - centre.y();
    }
    return body;
}

void hinge(ModelDescription& d, const std::string& name, MarkerReference a, MarkerReference b,
           double angle, double speed) {
    d.joints.push_back(joint(name, "revolute", std::move(a), std::move(b)));
    d.jointStarts.push_back({name, {angle}, {speed}});
}

}  // namespace

std::shared_ptr<const Model> parallelChains(int depth, int joined) {
    constexpr double angle = 0.3, speed = 0.4;
    ModelDescription d;
    d.name = "parallel chains";
    for (const double x : {0.0, 1.0}) {
        d.groundMarkers.push_back(marker(x == 0.0 ? "A0" : "B0", x, Eigen::Vector3d::UnitZ()));
    }
    const auto link = [](const std::string& name, double reach) {
        return linkAt(name, 0.25, {0.0, 0.5, 0.0}, {0.021, 0.001, 0.021},
                      {{"in", {0.0, 0.0}}, {"out", {reach, 1.0 - reach}}});
    };
    for (const char* chain : {"A", "B"}) {
        MarkerReference carrier{"ground", std::string(chain) + "0"};
        for (int k = 1; k <= depth; ++k) {
            const std::string name = chain + std::to_string(k);
            d.bodies.push_back(link(name, 0.0));
            hinge(d, "J" + name, carrier, {name, "in"}, angle, speed);
            carrier = {name, "out"};
        }
    }
    d.bodies.push_back(link("rod", 1.0));
    const std::string number = std::to_string(joined);
    hinge(d, "rod", {"A" + number, "out"}, {"rod", "in"}, -joined * angle, -joined * speed);
    d.joints.push_back(joint("closing", "revolute", {"rod", "out"}, {"B" + number, "out"}));
    return build(std::move(d));
}

std::shared_ptr<const Model> fourBarTree(int branches, int depth) {
    constexpr double angle = 0.3, speed = 0.4, mass = 3.3;
    const Eigen::Vector3d inertia(0.011253, 0.036203, 0.042673);
    ModelDescription d;
    d.name = "tree of four-bars";
    d.bodies.push_back(linkAt("base", 5.0, Eigen::Vector3d::Zero(), Eigen::Vector3d::Constant(0.1),
                              {{"right", {1.0, 0.0}}, {"left", {0.0, 0.0}}}));
    for (int branch = 1; branch <= branches; ++branch) {
        std::string carrier = "base";
        for (int k = 1; k <= depth; ++k) {
            const std::string number = std::to_string(branch) + "_" + std::to_string(k);
            const auto add = [&](const std::string& name, double reach) {
                d.bodies.push_back(linkAt(name + number, mass, Eigen::Vector3d::Zero(), inertia,
                                          {{"in", {0.0, 0.0}},
                                           {"out", {reach, 0.0}},
                                           {"left", {0.0, 0.0}},
                                           {"right", {1.0, 0.0}}}));
            };
            add("right", 0.5), add("left", 0.5), add("coupler", 1.0);
            hinge(d, "R" + number, {carrier, "right"}, {"right" + number, "in"}, angle, speed);
            hinge(d, "L" + number, {carrier, "left"}, {"left" + number, "in"}, angle, speed);
            hinge(d, "C" + number, {"left" + number, "out"}, {"coupler" + number, "in"}, -angle,
                  -speed);
            d.joints.push_back(joint("closing" + number, "revolute", {"coupler" + number, "out"},
                                     {"right" + number, "out"}));
            carrier = "right" + number;
        }
    }
    return build(std::move(d));
}

}  // namespace momentree::bench

// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/energy_momentum/products.hpp"

#include <Eigen/Geometry>

namespace momentree {
namespace {

using Part = ConstraintProduct::Part;
using Bodies = ConstraintProducts::Bodies;
using Vec = Vec3<double>;

/// The vector at poses with R the directors.
Vec vectorAt(const ConstraintProduct::Vector& parts, Bodies bodies) {
    Vec sum = Vec::Zero();
    for (const Part& p : parts) {
        const BodyKinematics<double>& body = at(bodies, p.body);
        sum += p.reach * body.r + body.R * p.s;
    }
    return sum;
}

/// The rate of the vector, ground at rest.
Vec rateOf(const ConstraintProduct::Vector& parts, Bodies rates) {
    Vec sum = Vec::Zero();
    for (const Part& p : parts)
        if (p.body != ground) {
            const BodyKinematics<double>& body = at(rates, p.body);
            sum += p.reach * body.r + body.R * p.s;
        }
    return sum;
}

struct Forces {
    Vec ofGamma, ofRate, ofMu;
};

void act(const ConstraintProduct::Vector& parts, const Forces& F, Bodies means, Bodies ends,
         std::span<ProductAction> actions) {
    for (const Part& p : parts) {
        if (p.body == ground) continue;
        ProductAction& action = actions[static_cast<std::size_t>(p.body)];
        action.directors += F.ofGamma * p.s.transpose();
        const Vec arm = at(means, p.body).R * p.s, end = at(ends, p.body).R * p.s;
        action.ofRates.head<3>() += p.reach * F.ofRate;
        action.ofRates.tail<3>() += arm.cross(F.ofRate);
        action.stiffness += end * F.ofMu.transpose();
        action.stiffness.diagonal().array() -= end.dot(F.ofMu);
    }
}

}  // namespace

ConstraintProducts::ConstraintProducts(const Model& model, const std::vector<int>& rowOf)
    : model_(model) {
    for (std::size_t k = 0; k < model.constraints.size(); ++k)
        add(model.constraints[k], static_cast<int>(k), rowOf[k]);
}

void ConstraintProducts::add(const Constraint& c, int constraint, int row) {
    const auto axis = [](int body, const Vector3d& s) {
        return ConstraintProduct::Vector{{.body = body, .s = s}};
    };
    const ConstraintProduct::Vector d{{.body = c.bodyB, .reach = 1.0, .s = c.s_b},
                                      {.body = c.bodyA, .reach = -1.0, .s = -c.s_a}};
    const auto put = [&](double factor, ConstraintProduct::Vector X, ConstraintProduct::Vector Y) {
        products_.push_back({constraint, row, factor, std::move(X), std::move(Y)});
    };
    switch (c.kind) {
        case Constraint::Kind::Point:
            if (!c.carried) {
                put(1.0, d, {});
                break;
            }
            for (int k = 0; k < 3; ++k)
                products_.push_back({constraint, row + k, 1.0, axis(c.bodyA, c.axes.col(k)), d});
            break;
        case Constraint::Kind::Angle:
            put(1.0, axis(c.bodyA, c.x_a), axis(c.bodyB, c.y_b));
            break;
        case Constraint::Kind::Offset:
            put(1.0, axis(c.bodyA, c.x_a), d);
            break;
        case Constraint::Kind::Distance:
            put(0.5 / c.length, d, d);
            break;
        case Constraint::Kind::Twist:
            put(1.0, axis(c.bodyA, c.x_a), axis(c.bodyB, c.y_b));
            put(-1.0, axis(c.bodyA, c.n_a), axis(c.bodyB, c.x_b));
            break;
        case Constraint::Kind::Coordinate:
        case Constraint::Kind::Touch:
        case Constraint::Kind::Roll:
        case Constraint::Kind::Edge:
        case Constraint::Kind::Curve:
        case Constraint::Kind::Face:
            break;  // refused
    }
}

void ConstraintProducts::evaluate(double t, Bodies means, Bodies rates, Bodies ends,
                                  const VectorX& gamma, const VectorX& mu,
                                  std::span<ProductAction> actions) {
    std::ranges::fill(actions, ProductAction{});
    for (ConstraintProduct& p : products_) {
        const Constraint& c = model_.constraints[static_cast<std::size_t>(p.constraint)];
        if (p.Y.empty()) {
            const Forces F{c.axes * gamma.segment<3>(p.row), Vec::Zero(),
                           c.axes * mu.segment<3>(p.row)};
            act(p.X, F, means, ends, actions);
            continue;
        }
        if (c.kind == Constraint::Kind::Angle && c.motion >= 0)
            p.X.front().s = Eigen::AngleAxisd(motionOf(model_, c, t).f, c.n_a) * c.x_a;
        const double ofGamma = p.factor * gamma[p.row], ofMu = p.factor * mu[p.row];
        const Vec X = vectorAt(p.X, means), Y = vectorAt(p.Y, means);
        act(p.X, {ofGamma * Y, ofGamma * rateOf(p.Y, rates), ofMu * Y}, means, ends, actions);
        act(p.Y, {ofGamma * X, ofGamma * rateOf(p.X, rates), ofMu * X}, means, ends, actions);
    }
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/compiler/planar_constants.hpp"

#include <algorithm>
#include <cmath>

namespace momentree::fpga {

namespace {

Mat2<double> outer(const Flat<double>& a, const Flat<double>& b, double factor, double diagonal) {
    return {factor * a.x * b.x + diagonal, factor * a.x * b.y, factor * a.y * b.x,
            factor * a.y * b.y + diagonal};
}

/// Inertia about the point of the body that cannot move, or about its centre of mass.
double turningInertia(const ChainLink& body, bool first, bool pinnedEnd) {
    const double x = first ? body.cx : body.cx - body.length;
    const double arm = x * x + body.cy * body.cy;
    return body.inertia + (first || pinnedEnd ? body.mass * arm : 0.0);
}

/// The pin moves by -g E, and the inboard joint of the last body by A times that, with
/// A = 1 - w1 swing^T; the impulse is E = swing turn (p_1 - p_2) - A^T T_1.
/// @param g [1/kg]
void makeYield(BodyConstants& k, double g, double h, double scale) {
    const Mat2<double> A{1.0 - k.w1.x * k.swing.x, -k.w1.x * k.swing.y, -k.w1.y * k.swing.x,
                         1.0 - k.w1.y * k.swing.y};
    const Flat<double> rowX{A.xx, A.xy}, rowY{A.yx, A.yy};
    k.yields = true;
    k.yielding = k.w1 - h * g * k.turn * Flat<double>{dot(rowX, k.swing), dot(rowY, k.swing)};
    k.xi11.xx += scale * g * dot(rowX, rowX);
    k.xi11.xy += scale * g * dot(rowX, rowY);
    k.xi11.yx += scale * g * dot(rowX, rowY);
    k.xi11.yy += scale * g * dot(rowY, rowY);
}

BodyConstants bodyConstants(const ChainLink& body, bool first, bool last, bool closed, double h,
                            double scale, double give) {
    const bool pinned = first || (last && closed);
    const double J = turningInertia(body, first, last && closed);
    // Reference point: the fixed joint if there is one, otherwise the centre of mass.
    const double x = first ? 0.0 : (last && closed ? body.length : body.cx);
    const double y = pinned ? 0.0 : body.cy;
    const Flat<double> u1{y, -x}, u2{y, body.length - x};
    const double mobility = pinned ? 0.0 : scale / body.mass;
    BodyConstants k;
    k.fixed1 = first;
    k.free2 = last;
    k.xi11 = outer(u1, u1, scale / J, mobility);
    k.xi12 = outer(u1, u2, scale / J, mobility);
    k.xi22 = outer(u2, u2, scale / J, mobility);
    k.w1 = {h / J * u1.x, h / J * u1.y};
    k.w2 = {h / J * u2.x, h / J * u2.y};
    k.turn = h / J;
    k.lever = J / h;
    k.spread = pinned ? 0.0 : h / body.mass;
    k.damping = body.damping;
    k.length = body.length;
    if (last && closed)
        k.swing = {-body.mass / h * body.cy, body.mass / h * (body.cx - body.length)};
    if (last && closed && give > 0.0) makeYield(k, give / scale, h, scale);
    return k;
}

void addWeights(const PlanarMechanism& mechanism, PlanarConstants& constants) {
    double outboard = 0.0;
    for (std::size_t i = mechanism.bodies.size(); i-- > 0;) {
        const ChainLink& body = mechanism.bodies[i];
        const double bx = body.mass * body.cx + outboard * body.length;
        const double by = body.mass * body.cy;
        const double gx = constants.step * mechanism.gravityX;
        const double gy = constants.step * mechanism.gravityY;
        constants.bodies[i].weightCos = bx * gy - by * gx;
        constants.bodies[i].weightSin = -by * gy - bx * gx;
        outboard += body.mass;
    }
}

/// Joins the bodies [first, last); returns the number of the join, -1 for a single body.
int joinRange(std::vector<Join>& joins, int first, int last) {
    if (last - first < 2) return -1;
    const int joint = first + (last - first) / 2;
    Join join{first, joint, last, -1, -1};
    join.left = joinRange(joins, first, joint);
    join.right = joinRange(joins, joint, last);
    joins.push_back(join);
    return static_cast<int>(joins.size()) - 1;
}

/// Joins bodies one after the other to `node`, which covers [first, last).
int growOutboard(std::vector<Join>& joins, int node, int first, int from, int to) {
    for (int body = from; body < to; ++body) {
        joins.push_back({first, body, body + 1, node, -1});
        node = static_cast<int>(joins.size()) - 1;
    }
    return node;
}

int growInboard(std::vector<Join>& joins, int node, int last, int from, int to) {
    for (int body = from; body > to; --body) {
        joins.push_back({body - 1, body, last, -1, node});
        node = static_cast<int>(joins.size()) - 1;
    }
    return node;
}

std::vector<Join> joinsOf(int n, TreeShape shape) {
    std::vector<Join> joins;
    const int a = std::clamp(shape.inboard, 0, n);
    const int b = std::clamp(shape.outboard, 0, n - a);
    const int left = a > 0 ? growOutboard(joins, -1, 0, 1, a) : -1;
    const int right = b > 0 ? growInboard(joins, -1, n, n - 1, n - b) : -1;
    const int middle = joinRange(joins, a, n - b);
    const int size = n - a - b;
    if (a == 0 && b == 0) return joins;
    if (size == 0) {
        if (a > 0 && b > 0) joins.push_back({0, a, n, left, right});
        return joins;
    }
    int node = middle;
    if (a > 0) {
        joins.push_back({0, a, n - b, left, node});
        node = static_cast<int>(joins.size()) - 1;
    }
    if (b > 0) joins.push_back({0, n - b, n, node, right});
    return joins;
}

}  // namespace

PlanarConstants constantsOf(const PlanarMechanism& mechanism, double step, TreeShape shape,
                            double give) {
    PlanarConstants constants;
    constants.step = step;
    constants.closed = mechanism.closed;
    double mobility = 0.0;
    for (const ChainLink& body : mechanism.bodies) mobility += 1.0 / body.mass;
    mobility /= static_cast<double>(mechanism.bodies.size());
    constants.scale = std::exp2(-std::round(std::log2(mobility)));
    const std::size_t n = mechanism.bodies.size();
    for (std::size_t i = 0; i < n; ++i)
        constants.bodies.push_back(bodyConstants(mechanism.bodies[i], i == 0, i + 1 == n,
                                                 mechanism.closed, step, constants.scale, give));
    addWeights(mechanism, constants);
    constants.joins = joinsOf(static_cast<int>(n), shape);
    return constants;
}

double smallestPivot(const PlanarConstants& constants) {
    double least = 0.0;
    for (const Join& join : constants.joins) {
        const auto outboard = static_cast<std::size_t>(join.joint);
        const Mat2<double>& A = constants.bodies[outboard - 1].xi22;
        const Mat2<double>& B = constants.bodies[outboard].xi11;
        // Joined bodies have less mobility, and a trace is invariant under rotation.
        const double most = A.xx + A.yy + B.xx + B.yy;
        const bool closes = &join == &constants.joins.back() && constants.bodies.back().yields;
        const double pivot = std::exp2(std::floor(2.0 * std::log2(most)) - (closes ? 28.0 : 20.0));
        least = least > 0.0 ? std::min(least, pivot) : pivot;
    }
    return least;
}

}  // namespace momentree::fpga

// SPDX-License-Identifier: Apache-2.0
#include "campaign/linkages.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"

namespace momentree::campaign {
namespace {

constexpr double quarter = std::numbers::pi / 2.0;

/// Bodies from `base` back to `base`, one between each pair of joints at frames of the world.
/// @param freedom number of joints with given speeds, the first of which may be driven
void addLoop(Draft& draft, int base, const std::vector<Frame>& joints,
             const std::vector<std::string>& types, int freedom) {
    std::vector<int> movable;  // of one coordinate
    int before = base;
    for (std::size_t k = 0; k < joints.size(); ++k) {
        const bool last = k + 1 == joints.size();
        const int body = last ? base : draft.addBody((joints[k].r + joints[k + 1].r) / 2.0);
        const int joint = draft.join(types[k], before, body, joints[k]);
        if (types[k] == "revolute" || types[k] == "prismatic") movable.push_back(joint);
        before = body;
    }
    draft.freedom += freedom;
    const int first = draft.random.below(static_cast<int>(std::ssize(movable)));
    for (int k = 0; k < freedom; ++k) {
        const int joint = movable[toIndex(first + k) % movable.size()];
        if (k == 0 && draft.chance(0.2))
            draft.drive(joint);
        else
            draft.move(joint);
    }
}

std::vector<std::string> all(std::size_t count, const char* type) {
    return std::vector<std::string>(count, type);
}

/// A frame of random orientation near a body.
Frame place(Draft& draft, int base) {
    const Vector3d r = draft.near(base);
    return {draft.turn(), r};
}

/// Revolutes along `axis`, each anywhere on its axis, at points of a plane.
std::vector<Frame> hinges(Draft& draft, const Frame& plane, const std::vector<Vector3d>& points) {
    std::vector<Frame> frames;
    for (const Vector3d& p : points) {
        const double along = draft.chance(0.5) ? 0.0 : draft.random.uniform(-0.5, 0.5);
        const Vector3d at = draft.size * (p + Vector3d(0.0, 0.0, along));
        const double sign = draft.chance(0.5) ? 1.0 : -1.0;
        frames.push_back({draft.axesAlong(sign * plane.R.col(2)), plane.r + plane.R * at});
    }
    return frames;
}

/// Random points in the plane z = 0, at least 0.3 apart.
std::vector<Vector3d> scattered(Draft& draft, int count) {
    std::vector<Vector3d> points;
    while (std::ssize(points) < count) {
        Vector3d p = draft.random.vector(1.0);
        p.z() = 0.0;
        const auto close = [&](const Vector3d& q) { return (p - q).norm() < 0.3; };
        if (std::ranges::none_of(points, close)) points.push_back(p);
    }
    return points;
}

void planarLoop(Draft& draft, int base) {
    const int bars = 4 + draft.random.below(3);
    const Frame plane = place(draft, base);
    std::vector<Frame> frames = hinges(draft, plane, scattered(draft, bars));
    std::vector<std::string> types = all(frames.size(), "revolute");
    if (draft.chance(0.3)) {
        const int slider = draft.random.below(bars);
        const double a = draft.random.uniform(-3.0, 3.0);
        types[toIndex(slider)] = "prismatic";
        frames[toIndex(slider)].R =
            draft.axesAlong(plane.R * Vector3d(std::cos(a), std::sin(a), 0.0));
    }
    addLoop(draft, base, frames, types, bars - 3);
}

void parallelogram(Draft& draft, int base) {
    const Frame plane = place(draft, base);
    const double angle = draft.random.uniform(-3.1, 3.1), length = draft.random.uniform(0.3, 1.0),
                 width = draft.random.uniform(0.3, 1.0);
    const Vector3d crank = length * Vector3d(std::cos(angle), std::sin(angle), 0.0);
    const Vector3d right(width, 0.0, 0.0);
    const std::vector<Frame> frames =
        hinges(draft, plane, {Vector3d::Zero(), crank, crank + right, right});
    addLoop(draft, base, frames, all(4, "revolute"), 1);
    const int coupler = static_cast<int>(std::ssize(draft.poses)) - 2;
    if (!draft.chance(0.5)) return;
    const Vector3d offset = draft.random.uniform(0.2, 0.8) * right + Vector3d(0.0, 0.3, 0.0);
    const std::vector<Frame> third = hinges(draft, plane, {offset, offset + crank});
    const int bar = draft.addBody(third[0].r);
    draft.join("revolute", base, bar, third[0]);
    draft.join("revolute", bar, coupler, third[1]);
}

void sphericalLoop(Draft& draft, int base) {
    const int bars = 4 + draft.random.below(2);
    const Vector3d centre = draft.near(base);
    std::vector<Frame> frames;
    for (int k = 0; k < bars; ++k) {
        const Matrix3d R = draft.turn();
        const double along = draft.size * draft.random.uniform(0.3, 1.0);
        frames.push_back({R, centre + along * R.col(2)});
    }
    addLoop(draft, base, frames, all(frames.size(), "revolute"), bars - 3);
}

void sarrus(Draft& draft, int base) {
    Frame plane = place(draft, base);
    std::vector<Frame> frames = hinges(draft, plane, scattered(draft, 3));
    const double a = draft.random.uniform(0.5, 2.6);
    plane.R = plane.R * rotationX(a);
    for (const Frame& hinge : hinges(draft, plane, scattered(draft, 3))) frames.push_back(hinge);
    addLoop(draft, base, frames, all(6, "revolute"), 1);
}

/// Some hinges on one axis, or rails along one direction.
void door(Draft& draft, int base) {
    const Frame axis = place(draft, base);
    const bool slides = draft.chance(0.3);
    const int body = draft.addBody(axis.r), count = 2 + draft.random.below(3);
    int joint = 0;
    for (int k = 0; k < count; ++k) {
        Vector3d at = axis.r + draft.size * draft.random.uniform(-1.0, 1.0) * axis.R.col(2);
        if (slides) at = draft.near(base);
        joint = draft.join(slides ? "prismatic" : "revolute", base, body,
                           {draft.axesAlong(axis.R.col(2)), at});
    }
    draft.freedom += 1;
    draft.chance(0.2) ? draft.drive(joint) : draft.move(joint);
}

// Linkages in Denavit and Hartenberg's dimensions -------------------------------------------------

/// From the axis of a joint to the next: shift along z, shift along x, twist about x.
struct Link {
    double offset, length, twist;
};

/// The frames of the joints for some angles, then the frame in which the loop ends.
std::vector<Frame> axes(const std::vector<Link>& links, const Eigen::VectorXd& angles) {
    std::vector<Frame> frames{Frame{}};
    for (std::size_t k = 0; k < links.size(); ++k) {
        const Link& l = links[k];
        const Matrix3d R = rotationZ(angles[static_cast<Eigen::Index>(k)]);
        frames.push_back(frames.back() *
                         Frame{R * rotationX(l.twist), R * Vector3d(l.length, 0.0, l.offset)});
    }
    return frames;
}

Eigen::MatrixXd velocities(const std::vector<Frame>& frames) {
    Eigen::MatrixXd J(6, std::ssize(frames) - 1);
    for (Eigen::Index k = 0; k < J.cols(); ++k) {
        const Frame& f = frames[static_cast<std::size_t>(k)];
        J.col(k) << f.r.cross(f.R.col(2)), f.R.col(2);
    }
    return J;
}

/// Closes the loop from random angles by Gauss and Newton's method. Nothing if it does not close
/// with one degree of freedom, clear of singular poses.
std::optional<std::vector<Frame>> closedLoop(Draft& draft, const std::vector<Link>& links) {
    Eigen::VectorXd angles(std::ssize(links));
    for (double& a : angles) a = draft.random.uniform(-3.0, 3.0);
    for (int k = 0; k < 60; ++k) {
        const std::vector<Frame> frames = axes(links, angles);
        const Frame& end = frames.back();
        const Eigen::AngleAxisd turn(end.R);
        Eigen::VectorXd error(6);
        error << end.r - (turn.angle() * turn.axis()).cross(end.r) / 2.0,
            turn.angle() * turn.axis();
        const Eigen::MatrixXd J = velocities(frames);
        if (error.norm() < 1e-14) {
            const Eigen::VectorXd values = singularValues(J);
            const Eigen::Index rank = J.cols() - 1;
            if (values[rank - 1] < 0.03 || (rank < values.size() && values[rank] > 1e-12))
                return std::nullopt;
            return std::vector<Frame>(frames.begin(), frames.end() - 1);
        }
        Eigen::VectorXd step = leastSquares(J, -error, error.norm() > 1e-3 ? 1e-2 : 1e-4);
        angles += std::min(1.0, 0.5 / step.norm()) * step;
    }
    return std::nullopt;
}

/// Adds the loop that `dimensions` draws, in units of the size.
template <typename Dimensions>
void addClosed(Draft& draft, int base, const Dimensions& dimensions) {
    std::optional<std::vector<Frame>> frames;
    while (!frames) frames = closedLoop(draft, dimensions());
    const Frame origin = place(draft, base);
    for (Frame& f : *frames) {
        const double along = draft.chance(0.5) ? 0.0 : draft.random.uniform(-0.5, 0.5);
        const Vector3d z = origin.R * f.R.col(2);
        f = {draft.axesAlong(draft.chance(0.5) ? z : Vector3d(-z)),
             origin.r + origin.R * f.r * draft.size + draft.size * along * z};
    }
    addLoop(draft, base, *frames, all(frames->size(), "revolute"), 1);
}

void bennett(Draft& draft, int base) {
    addClosed(draft, base, [&] {
        const double a = draft.random.uniform(0.4, 1.0), b = draft.random.uniform(0.4, 1.0);
        const double alpha = std::asin(draft.random.uniform(0.2, 0.95) * std::min(1.0, a / b));
        const double beta = std::asin(std::sin(alpha) * b / a);
        return std::vector<Link>{{0, a, alpha}, {0, b, beta}, {0, a, alpha}, {0, b, beta}};
    });
}

/// Bricard's trihedral linkage.
void bricard(Draft& draft, int base) {
    addClosed(draft, base, [&] {
        double a[6];
        do {
            for (double& length : a) length = draft.random.uniform(0.3, 1.0);
            const double rest = a[0] * a[0] + a[2] * a[2] + a[4] * a[4] - a[1] * a[1] - a[3] * a[3];
            a[5] = rest > 0.0 ? std::sqrt(rest) : 0.0;
        } while (a[5] < 0.3 || a[5] > 1.2);
        std::vector<Link> links;
        for (int k = 0; k < 6; ++k) links.push_back({0, a[k], k % 2 == 0 ? quarter : -quarter});
        return links;
    });
}

void schatz(Draft& draft, int base) {
    addClosed(draft, base, [&] {
        const double a = draft.random.uniform(0.3, 0.8), offset = draft.random.uniform(0.0, 0.6);
        return std::vector<Link>{{offset, 0, quarter}, {0, a, quarter},
                                 {0, a, quarter},      {0, a, quarter},
                                 {0, 0, quarter},      {-offset, a * std::numbers::sqrt3, 0}};
    });
}

/// A rod with a ball and a universal joint between two cranks.
void spatialFourBar(Draft& draft, int base) {
    std::vector<Frame> frames;
    for (int k = 0; k < 4; ++k) frames.push_back(place(draft, base));
    addLoop(draft, base, frames, {"revolute", "spherical", "universal", "revolute"}, 1);
}

void tree(Draft& draft, int base) {
    static const std::vector<std::pair<const char*, int>> types{
        {"revolute", 1},    {"prismatic", 1}, {"universal", 2},
        {"cylindrical", 2}, {"spherical", 3}, {"fixed", 0}};
    std::vector<int> bodies{base};
    const int count = 1 + draft.random.below(4);
    for (int k = 0; k < count; ++k) {
        const int parent = bodies[toIndex(draft.random.below(static_cast<int>(bodies.size())))];
        const Frame at = place(draft, parent);
        bodies.push_back(draft.addBody(at.r));
        const auto& [type, freedom] = types[toIndex(draft.random.below(6))];
        const int joint = draft.join(type, parent, bodies.back(), at);
        draft.freedom += freedom;
        draft.chance(0.1) ? draft.drive(joint) : draft.move(joint);
    }
}

}  // namespace

const std::vector<NamedLinkage> linkages{{"tree", tree},
                                         {"planar", planarLoop},
                                         {"parallelogram", parallelogram},
                                         {"spherical", sphericalLoop},
                                         {"sarrus", sarrus},
                                         {"door", door},
                                         {"bennett", bennett},
                                         {"bricard", bricard},
                                         {"schatz", schatz},
                                         {"spatial", spatialFourBar}};

void addCrossLoop(Draft& draft) {
    const int bodies = static_cast<int>(std::ssize(draft.poses));
    const int a = draft.random.below(bodies);
    int b = draft.random.below(bodies + 1) - 1;
    if (a == b) b = ground;
    static const std::vector<std::pair<const char*, int>> types{
        {"distance", 1}, {"distance", 1},    {"spherical", 3}, {"universal", 4},
        {"revolute", 5}, {"cylindrical", 4}, {"prismatic", 5}};
    const auto& [type, rows] = types[toIndex(draft.random.below(static_cast<int>(types.size())))];
    if (std::string_view(type) == "distance") {
        const Vector3d from = draft.near(a);
        const Vector3d rod = 0.5 * draft.size * draft.turn().col(0);
        draft.joinByRod(a, b, from, draft.near(b) + rod);
    } else {
        draft.join(type, a, b, place(draft, a));
    }
    draft.freedom -= rows;
    if (draft.freedom < 0) draft.d.motions.clear();  // it may be rigid
}

}  // namespace momentree::campaign

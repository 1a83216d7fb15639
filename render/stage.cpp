// SPDX-License-Identifier: Apache-2.0
#include "render/stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "render/form.hpp"
#include "render/plane.hpp"

namespace momentree::render {
namespace {

/// The world axis closest to `v`.
Vector3d nearestAxis(const Vector3d& v) {
    int k = 0;
    v.cwiseAbs().maxCoeff(&k);
    return (v[k] < 0.0 ? -1.0 : 1.0) * Vector3d::Unit(k);
}

void takeDirections(Stage& stage, const Model& model, const std::optional<Vector3d>& plane) {
    const Vector3d rise = -model.gravity;
    stage.up = rise.norm() > 1e-12 ? rise.normalized() : Vector3d::UnitZ();
    if (plane) {
        const Vector3d& normal = *plane;
        Vector3d inPlane = stage.up - normal * normal.dot(stage.up);
        if (inPlane.norm() < 1e-6)  // no gravity in the plane: y up, or z where that is the normal
            inPlane = std::abs(normal.y()) < 0.9 ? Vector3d::UnitY() : Vector3d::UnitX();
        stage.up = (inPlane - normal * normal.dot(inPlane)).normalized();
        stage.right = stage.up.cross(normal);
        // Seen from the side where this axis points to the right.
        if (nearestAxis(stage.right).sum() < 0.0) stage.right = -stage.right;
    } else {
        const Vector3d aside = std::abs(stage.up.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
        stage.right = (aside - stage.up * stage.up.dot(aside)).normalized();
    }
    stage.front = stage.right.cross(stage.up);
    const Vector3d upright = nearestAxis(stage.up);
    stage.gridUp = std::abs(upright.dot(stage.front)) < 1e-6 ? upright : stage.up;
    stage.gridRight = stage.gridUp.cross(stage.front);
}

/// Centre of the points that a link joins, or its centre of mass if there are none.
Vector3d middleOf(const Form& form, const Frame& pose) {
    if (form.points.empty()) return pose.r;
    Vector3d sum = Vector3d::Zero();
    for (const Vector3d& p : form.points) sum += p;
    return pose.r + pose.R * (sum / static_cast<double>(form.points.size()));
}

bool near(const Vector3d& a, const Vector3d& b) { return (a - b).norm() < 1e-7; }

constexpr int bareSides = 6;  ///< corners of a full circle of links that are small in the picture
constexpr double clearly = 0.5;  ///< sine above which a link is above or below its pivot

/// Symbols of ground are on the far side of the links. Each is placed separately, so that later
/// drawing does not turn them over.
void takeGrounds(Stage& stage, const Model& model, std::span<const Frame> poses) {
    struct Sum {
        double sines = 0.0;
        int count = 0;
    };
    std::vector<Sum> sums;
    const Vector3d up = stage.planar ? stage.gridUp : stage.up;
    for (const JointElement& joint : model.joints) {
        if (joint.type == "free" || (joint.A.body == ground) == (joint.B.body == ground)) continue;
        const Marker& fixed = joint.A.body == ground ? joint.A : joint.B;
        const int body = joint.A.body == ground ? joint.B.body : joint.A.body;
        const Vector3d& at = fixed.frame.r;
        const auto found = std::ranges::find_if(
            stage.grounds, [&](const GroundPoint& p) { return near(p.at, at); });
        const auto index = static_cast<std::size_t>(found - stage.grounds.begin());
        if (found == stage.grounds.end()) {
            stage.grounds.push_back({at});
            sums.emplace_back();
        }
        const Frame& pose = poses[static_cast<std::size_t>(body)];
        const Vector3d way = middleOf(stage.forms[static_cast<std::size_t>(body)], pose) - at;
        sums[index].sines += way.norm() > 1e-9 ? up.dot(way.normalized()) : 0.0;
        ++sums[index].count;
    }
    for (std::size_t k = 0; k < sums.size(); ++k) {
        GroundPoint& point = stage.grounds[k];
        point.lean = sums[k].sines / sums[k].count;
        point.hangs = std::abs(point.lean) > clearly ? point.lean < 0.0 : stage.hanging;
    }
}

/// Lowest layer not used by a joined body, in the order of the bodies, so that joined bodies never
/// touch. Small models have a layer for each body, so that crossing bars do not collide either.
void takeLayers(Stage& stage, const Model& model) {
    const std::size_t n = model.bodies.size();
    stage.layers.assign(n, 0);
    if (!stage.planar) return;
    std::vector<std::vector<int>> joined(n);
    for (const JointElement& joint : model.joints) {
        if (joint.A.body == ground || joint.B.body == ground) continue;
        joined[static_cast<std::size_t>(joint.A.body)].push_back(joint.B.body);
        joined[static_cast<std::size_t>(joint.B.body)].push_back(joint.A.body);
    }
    for (std::size_t i = 0; i < n; ++i) {
        const auto taken = [&](int layer) {
            return std::any_of(joined[i].begin(), joined[i].end(), [&](int other) {
                return other < static_cast<int>(i) &&
                       stage.layers[static_cast<std::size_t>(other)] == layer;
            });
        };
        int layer = n <= 4 ? static_cast<int>(i) : 0;
        while (taken(layer)) ++layer;
        stage.layers[i] = layer;
        stage.layerCount = std::max(stage.layerCount, layer + 1);
    }
}

/// Largest distance of every body from its ground joint, summed along the chain of joints; infinite
/// if no joint leads to ground.
std::vector<double> reachOf(const Model& model, const Stage& stage) {
    const double far = std::numeric_limits<double>::infinity();
    std::vector<double> reach(model.bodies.size(), far);
    const auto extent = [&](const Marker& held) {
        double most = 0.0;
        for (const Vector3d& p : stage.forms[static_cast<std::size_t>(held.body)].points)
            most = std::max(most, (p - held.frame.r).norm());
        return most;
    };
    for (std::size_t pass = 0; pass < model.joints.size(); ++pass) {
        bool changed = false;
        for (const JointElement& joint : model.joints) {
            for (const auto& [from, to] : {std::pair(&joint.A, &joint.B), {&joint.B, &joint.A}}) {
                if (to->body == ground) continue;
                const double before =
                    from->body == ground ? 0.0 : reach[static_cast<std::size_t>(from->body)];
                const double length = before + (joint.distance ? joint.length : 0.0) + extent(*to);
                double& known = reach[static_cast<std::size_t>(to->body)];
                if (length < known * (1.0 - 1e-12)) {
                    known = length;
                    changed = true;
                }
            }
        }
        if (!changed) break;
    }
    return reach;
}

struct Heights {
    double bodies = 0.0, grounds = 0.0;
};

Heights meanHeights(const Model& model, std::span<const Frame> poses, const Vector3d& up) {
    Heights mean;
    int count = 0;
    for (const Frame& pose : poses) mean.bodies += up.dot(pose.r);
    for (const JointElement& joint : model.joints)
        for (const Marker* m : {&joint.A, &joint.B})
            if (m->body == ground) {
                mean.grounds += up.dot(m->frame.r);
                ++count;
            }
    if (!poses.empty()) mean.bodies /= static_cast<double>(poses.size());
    if (count > 0) mean.grounds /= count;
    return mean;
}

struct Box {
    Vector3d low = Vector3d::Constant(std::numeric_limits<double>::infinity());
    Vector3d high = -low;
    void add(const Vector3d& p) {
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
    }
};

/// The bounding box at the start, in the axes right, up, front.
Box startBox(const Stage& stage, const Model& model, std::span<const Frame> poses,
             const Matrix3d& axes) {
    Box box;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        std::vector<Vector3d> points;
        stage.forms[i].addReached(poses[i], axes.transpose(), points);
        for (const Vector3d& p : points) box.add(axes * p);
    }
    for (const JointElement& joint : model.joints) {
        for (const Marker* m : {&joint.A, &joint.B})
            if (m->body == ground) box.add(axes * m->frame.r);
        if (joint.curve) {
            const Frame on = worldFrame(poses, joint.A);
            for (const PlaneCurve::Point& p : joint.curve->outline())
                box.add(axes * (on.r + on.R * Vector3d(p[0], p[1], 0.0)));
        }
        if (joint.B.body == ground) continue;
        const Frame rolling = poses[static_cast<std::size_t>(joint.B.body)] * joint.B.frame;
        for (int k = 0; k < 3 && !joint.semiAxes.isZero(0.0); ++k)
            for (const double side : {-joint.semiAxes[k], joint.semiAxes[k]})
                box.add(axes * (rolling.r + side * rolling.R.col(k)));
    }
    constexpr double farthest = 20.0;  // of the size; else what falls would be too small
    for (const Vector3d& p : contactPoints(model, poses, farthest * (box.high - box.low).norm()))
        box.add(axes * p);
    if (poses.empty()) {
        box.add(Vector3d::Constant(-0.35));
        box.add(Vector3d::Constant(0.35));
    }
    return box;
}

/// Points reached by swinging parts: around every crank; in open chains sideways and down as far as
/// they reach. Links that cannot rotate fully are assumed to stay near their start.
std::vector<Vector3d> swings(const Model& model, const Stage& stage,
                             const std::vector<double>& reach) {
    const bool open = model.tree.cutJoints.empty();
    struct Swing {
        Vector3d centre;
        double radius;
    };
    std::vector<Swing> found;
    double shortest = std::numeric_limits<double>::infinity();
    for (const JointElement& joint : model.joints) {
        const bool aGround = joint.A.body == ground;
        if (aGround == (joint.B.body == ground) || joint.type == "prismatic" ||
            joint.type == "fixed" || joint.type == "free" || joint.type == "planar" || joint.closes)
            continue;
        const int moving = aGround ? joint.B.body : joint.A.body;
        double r = reach[static_cast<std::size_t>(moving)];
        if (open) r = *std::max_element(reach.begin(), reach.end());
        if (!std::isfinite(r)) continue;
        found.push_back({aGround ? joint.A.frame.r : joint.B.frame.r, r});
        shortest = std::min(shortest, r);
    }
    std::vector<Vector3d> points;
    for (const auto& [centre, r] : found) {
        if (!open && r > 1.05 * shortest) continue;
        // A spinning top on its pedestal stays above the floor.
        if (stage.planar || stage.hanging || !open) points.push_back(centre - r * stage.up);
        if (!open) points.push_back(centre + r * stage.up);
        for (const double side : {-r, r}) {
            points.push_back(centre + side * stage.right);
            if (!stage.planar) points.push_back(centre + 0.5 * side * stage.front);
        }
    }
    return points;
}

double medianLength(const Stage& stage) {
    std::vector<double> lengths;
    for (const Form& form : stage.forms) {
        double longest = std::max(2.0 * form.disc, form.box.maxCoeff());
        for (const Vector3d& p : form.points)
            longest = std::max(longest, (p - form.points.front()).norm());
        if (longest > 0.0) lengths.push_back(longest);
    }
    if (lengths.empty()) return 0.0;
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    return *middle;
}

int usualSides(std::size_t bodies) {
    return bodies <= 40 ? 32 : bodies <= 120 ? 16 : bodies <= 800 ? 10 : 8;
}

}  // namespace

bool Stage::hangsAt(const Vector3d& point) const {
    const auto found =
        std::ranges::find_if(grounds, [&](const GroundPoint& p) { return near(p.at, point); });
    return found != grounds.end() && found->hangs;
}

void keepGrounds(Stage& stage, const Stage& before) {
    for (GroundPoint& point : stage.grounds) {
        const auto known = std::ranges::find_if(
            before.grounds, [&](const GroundPoint& p) { return near(p.at, point.at); });
        if (known != before.grounds.end())
            point.hangs = known->hangs;
        else
            point.hangs = point.lean < -clearly;
    }
}

std::vector<Vector3d> contactPoints(const Model& model, std::span<const Frame> poses,
                                    double reach) {
    std::vector<Vector3d> points;
    const auto add = [&](const Marker& plane, const Marker& touching) {
        const Frame on = worldFrame(poses, plane);
        const Vector3d n = on.R.col(2), from = worldFrame(poses, touching).r;
        const double distance = n.dot(from - on.r);
        if (std::abs(distance) <= reach) points.push_back(from - distance * n);
    };
    for (const ContactLoad& contact : model.contactLoads)
        if (!contact.spheres) add(contact.A, contact.B);
    for (const Stop& stop : model.stops)
        if (stop.joint < 0 && !stop.spheres) add(stop.A, stop.B);
    return points;
}

double Stage::base(int body) const {
    return plane + (body == ground ? -1.0 : layers[static_cast<std::size_t>(body)]) * pitch();
}

bool Stage::takeDetail(double pixel) {
    if (!crowded()) return false;
    constexpr double small = 10.0, large = 15.0;  // width of a bar [pixels]
    const double width = 2.0 * unit / pixel;
    const int before = sides;
    if (width < small) sides = bareSides;
    if (width > large) sides = usualSides(forms.size());
    return sides != before;
}

Stage makeStage(const Model& model, std::span<const Frame> poses,
                const std::optional<Vector3d>& drawnIn) {
    Stage stage;
    std::optional<Vector3d> plane = planeOfMotion(model, poses);
    if (!plane && drawnIn && fitsPlane(model, poses, *drawnIn)) plane = drawnIn;
    stage.planar = plane.has_value();
    takeDirections(stage, model, plane);
    stage.forms = makeForms(model);
    takeLayers(stage, model);
    stage.sides = usualSides(model.bodies.size());

    Matrix3d axes;
    axes << stage.right.transpose(), stage.up.transpose(), stage.front.transpose();
    Box box = startBox(stage, model, poses, axes);
    const double width = std::max((box.high - box.low).norm(), 1e-9);
    const Heights mean = meanHeights(model, poses, stage.up);
    const double drop = mean.grounds - mean.bodies;
    stage.hanging =
        drop > 0.05 * width || (std::abs(drop) <= 0.05 * width && model.tree.cutJoints.empty());
    takeGrounds(stage, model, poses);
    stage.reach = swings(model, stage, reachOf(model, stage));
    for (const Vector3d& p : stage.reach) box.add(axes * p);

    stage.size = std::max((box.high - box.low).norm(), 1e-9);
    const double length = medianLength(stage);
    stage.unit = length > 0.0 ? std::clamp(0.05 * length, 0.0022 * stage.size, 0.02 * stage.size)
                              : 0.0083 * stage.size;
    stage.plane = 0.5 * (box.low.z() + box.high.z());
    const bool stands =
        std::ranges::any_of(stage.grounds, [](const GroundPoint& p) { return !p.hangs; });
    stage.floor = box.low.y() - (stands || !stage.hanging ? 3.6 : 1.5) * stage.unit;
    stage.middle = axes.transpose() * (0.5 * (box.low + box.high));
    return stage;
}

}  // namespace momentree::render

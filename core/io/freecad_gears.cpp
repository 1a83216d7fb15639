// SPDX-License-Identifier: Apache-2.0
#include "core/io/freecad_gears.hpp"

#include <cmath>
#include <numbers>

namespace momentree {
namespace {

constexpr double parallelAxes = 1e-6;

/// A joint that turns a part on a third one, and its sign about an axis.
struct Bearing {
    const FreecadHinge* hinge = nullptr;
    int carrier = -1;
    double sign = 1.0;  ///< of the joint's coordinate in the turn of the part about the axis
};

bool turnsAbout(const FreecadHinge& hinge, const Vector3d& axis) {
    return (hinge.type == "revolute" || hinge.type == "cylindrical") &&
           hinge.at[0].R.col(2).cross(axis).norm() < parallelAxes;
}

std::vector<Bearing> bearingsOf(int part, const Vector3d& axis,
                                const std::vector<FreecadHinge>& hinges) {
    std::vector<Bearing> found;
    for (const FreecadHinge& hinge : hinges)
        for (std::size_t side = 0; side < 2; ++side)
            if (hinge.parts[side] == part && turnsAbout(hinge, axis)) {
                const double along = hinge.at[0].R.col(2).dot(axis) < 0.0 ? -1.0 : 1.0;
                found.push_back({&hinge, hinge.parts[1 - side], side == 1 ? along : -along});
            }
    return found;
}

/// The joint's angle in the saved pose, from x of a to x of b about z.
double angleOf(const FreecadHinge& hinge) {
    const Vector3d x = hinge.at[0].R.transpose() * hinge.at[1].R.col(0);
    return std::atan2(x.y(), x.x());
}

double travelOf(const FreecadHinge& hinge) {
    return hinge.at[0].R.col(2).dot(hinge.at[1].r - hinge.at[0].r);
}

CouplingTermDescription term(const FreecadHinge& hinge, int coordinate, double ratio) {
    CouplingTermDescription one;
    one.joint = hinge.name;
    one.coordinate = coordinate;
    one.ratio = ratio;
    return one;
}

}  // namespace

std::optional<CouplingDescription> couplingOf(const FreecadGear& gear,
                                              const std::vector<FreecadHinge>& hinges) {
    CouplingDescription coupling;
    coupling.name = gear.name;
    if (gear.kind == FreecadGear::Kind::Screw) {
        for (const FreecadHinge& hinge : hinges) {
            const bool same = hinge.parts == gear.parts ||
                              (hinge.parts[0] == gear.parts[1] && hinge.parts[1] == gear.parts[0]);
            if (!same || hinge.type != "cylindrical" || !turnsAbout(hinge, gear.axis)) continue;
            const double lead = gear.lengths[0] / (2.0 * std::numbers::pi);
            coupling.terms = {term(hinge, 1, -lead), term(hinge, 2, 1.0)};
            coupling.offset = travelOf(hinge) - lead * angleOf(hinge);
            return coupling;
        }
        return std::nullopt;
    }
    const double other = gear.kind == FreecadGear::Kind::Belt ? -1.0 : 1.0;
    for (const Bearing& a : bearingsOf(gear.parts[0], gear.axis, hinges))
        for (const Bearing& b : bearingsOf(gear.parts[1], gear.axis, hinges)) {
            if (a.carrier != b.carrier || a.hinge == b.hinge) continue;
            // Both rims have the same speed; the ratio of the first is 1.
            const double ratio = other * a.sign * b.sign * gear.lengths[1] / gear.lengths[0];
            coupling.terms = {term(*a.hinge, 1, 1.0), term(*b.hinge, 1, ratio)};
            coupling.offset = angleOf(*a.hinge) + ratio * angleOf(*b.hinge);
            return coupling;
        }
    return std::nullopt;
}

}  // namespace momentree

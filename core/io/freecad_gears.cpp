// SPDX-License-Identifier: Apache-2.0
#include "core/io/freecad_gears.hpp"

#include <cmath>
#include <numbers>

namespace momentree {
namespace {

constexpr double parallelAxes = 1e-6;

/// A joint that turns or slides a part on a third one, and its sign along an axis.
struct Bearing {
    const FreecadHinge* hinge = nullptr;
    int carrier = -1;
    double sign = 1.0;  ///< of the joint's coordinate in the motion of the part about the axis
};

bool isAlong(const FreecadHinge& hinge, const Vector3d& axis) {
    return hinge.at[0].R.col(2).cross(axis).norm() < parallelAxes;
}

bool turnsAbout(const FreecadHinge& hinge, const Vector3d& axis) {
    return (hinge.type == "revolute" || hinge.type == "cylindrical") && isAlong(hinge, axis);
}

bool slidesAlong(const FreecadHinge& hinge, const Vector3d& axis) {
    return hinge.type == "prismatic" && isAlong(hinge, axis);
}

std::vector<Bearing> bearingsOf(int part, const Vector3d& axis,
                                const std::vector<FreecadHinge>& hinges,
                                bool (*holds)(const FreecadHinge&, const Vector3d&) = turnsAbout) {
    std::vector<Bearing> found;
    for (const FreecadHinge& hinge : hinges)
        for (std::size_t side = 0; side < 2; ++side)
            if (hinge.parts[side] == part && holds(hinge, axis)) {
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

/// A cylindrical joint between the parts of a screw: travel = lead * angle.
std::optional<CouplingDescription> onThread(const FreecadGear& gear, double lead,
                                            const std::vector<FreecadHinge>& hinges) {
    for (const FreecadHinge& hinge : hinges) {
        const bool same = hinge.parts == gear.parts ||
                          (hinge.parts[0] == gear.parts[1] && hinge.parts[1] == gear.parts[0]);
        if (!same || hinge.type != "cylindrical" || !turnsAbout(hinge, gear.axes[0])) continue;
        CouplingDescription coupling;
        coupling.terms = {term(hinge, 1, -lead), term(hinge, 2, 1.0)};
        coupling.offset = travelOf(hinge) - lead * angleOf(hinge);
        return coupling;
    }
    return std::nullopt;
}

/// One part slides and the other turns on the same third part. As in FreeCAD's solver, the second
/// one's origin moves along z of the sliding side by `-travel`, and this plus `lead` times the turn
/// is constant; the turn counts about z of the sliding side of a screw, of the turning side of a
/// rack.
std::optional<CouplingDescription> slidingAndTurning(const FreecadGear& gear, double lead,
                                                     const std::vector<FreecadHinge>& hinges) {
    const bool rack = gear.kind == FreecadGear::Kind::Rack;
    if (rack && std::abs(gear.axes[0].dot(gear.axes[1])) > parallelAxes) return std::nullopt;
    for (const std::size_t slider : {0, 1}) {
        const std::size_t turning = 1 - slider;
        const Vector3d &way = gear.axes[slider], &axis = rack ? gear.axes[turning] : way;
        for (const Bearing& slide : bearingsOf(gear.parts[slider], way, hinges, slidesAlong))
            for (const Bearing& turn : bearingsOf(gear.parts[turning], axis, hinges)) {
                if (slide.carrier != turn.carrier) continue;
                const double ratio = -slide.sign * turn.sign * lead;
                CouplingDescription coupling;
                coupling.terms = {term(*slide.hinge, 1, 1.0), term(*turn.hinge, 1, ratio)};
                coupling.offset = travelOf(*slide.hinge) + ratio * angleOf(*turn.hinge);
                return coupling;
            }
    }
    return std::nullopt;
}

std::optional<CouplingDescription> rimToRim(const FreecadGear& gear,
                                            const std::vector<FreecadHinge>& hinges) {
    const double other = gear.kind == FreecadGear::Kind::Belt ? -1.0 : 1.0;
    for (const Bearing& a : bearingsOf(gear.parts[0], gear.axes[0], hinges))
        for (const Bearing& b : bearingsOf(gear.parts[1], gear.axes[0], hinges)) {
            if (a.carrier != b.carrier || a.hinge == b.hinge) continue;
            // Both rims have the same speed; the ratio of the first is 1.
            const double ratio = other * a.sign * b.sign * gear.lengths[1] / gear.lengths[0];
            CouplingDescription coupling;
            coupling.terms = {term(*a.hinge, 1, 1.0), term(*b.hinge, 1, ratio)};
            coupling.offset = angleOf(*a.hinge) + ratio * angleOf(*b.hinge);
            return coupling;
        }
    return std::nullopt;
}

}  // namespace

std::optional<CouplingDescription> couplingOf(const FreecadGear& gear,
                                              const std::vector<FreecadHinge>& hinges) {
    using Kind = FreecadGear::Kind;
    const double lead = gear.lengths[0] / (2.0 * std::numbers::pi);
    std::optional<CouplingDescription> coupling;
    if (gear.kind == Kind::Screw) {
        coupling = onThread(gear, lead, hinges);
        if (!coupling) coupling = slidingAndTurning(gear, -lead, hinges);
    } else {
        coupling = gear.kind == Kind::Rack ? slidingAndTurning(gear, gear.lengths[0], hinges)
                                           : rimToRim(gear, hinges);
    }
    if (coupling) coupling->name = gear.name;
    return coupling;
}

}  // namespace momentree

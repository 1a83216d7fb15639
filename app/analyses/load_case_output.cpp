// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/load_case_output.hpp"

#include <algorithm>
#include <cctype>

#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr int firstNode = 9000001;  ///< beyond those of most meshes
/// Of the largest load: loads below are rounding, and are left out.
constexpr double rounding = 1e-12;

std::string text(double value) { return numberText(value); }
std::string text(const Vector3d& v) {
    return numberText(v.x()) + ", " + numberText(v.y()) + ", " + numberText(v.z());
}

/// A name that CalculiX accepts.
std::string label(const std::string& kind, const std::string& name) {
    std::string made = kind + "_" + name;
    for (char& c : made)
        c = std::isalnum(static_cast<unsigned char>(c)) != 0
                ? static_cast<char>(std::toupper(static_cast<unsigned char>(c)))
                : '_';
    return made.substr(0, 60);
}

const char* nameOf(BodyLoad::Kind kind) {
    switch (kind) {
        case BodyLoad::Kind::Joint:
            return "joint";
        case BodyLoad::Kind::Force:
            return "force";
        case BodyLoad::Kind::Coupling:
            return "coupling";
        case BodyLoad::Kind::Motion:
            return "motion";
        case BodyLoad::Kind::Weight:
            return "weight";
        case BodyLoad::Kind::Inertia:
            break;
    }
    return "inertia";
}

bool isDistributed(const BodyLoad& load) {
    return load.kind == BodyLoad::Kind::Weight || load.kind == BodyLoad::Kind::Inertia;
}

/// One node with its coupling and its load.
struct Point {
    std::string surface, what;
    Vector3d at, force, moment;
};

/// A vector without entries that are rounding beside a size.
Vector3d cleared(const Vector3d& v, double size) {
    return (v.array().abs() > rounding * size).select(v, 0.0);
}
double momentsOf(const LoadCase& found) {
    return std::max(found.largestMoment, found.largestForce * found.size);
}

std::vector<Point> pointsOf(const LoadCase& found) {
    std::vector<Point> points;
    for (const BodyLoad& load : found.loads) {
        if (isDistributed(load)) continue;
        const std::string where = load.marker.empty() ? "" : " at marker '" + load.marker + "'";
        points.push_back({label("S", load.name),
                          std::string(nameOf(load.kind)) + " '" + load.name + "'" + where,
                          load.point, cleared(load.force, found.largestForce),
                          cleared(load.moment, momentsOf(found))});
    }
    // GRAV and CENTRIF act on every element; the part of the angular acceleration is a moment.
    const auto inertia = std::ranges::find(found.loads, BodyLoad::Kind::Inertia, &BodyLoad::kind);
    if (const Vector3d moment = cleared(found.eulerMoment, momentsOf(found)); !moment.isZero(0.0))
        points.push_back({label("S", found.body), "angular acceleration, over the whole surface",
                          inertia->point, Vector3d::Zero(), moment});
    return points;
}

std::string cload(int node, int first, const Vector3d& v) {
    std::string lines;
    for (int k = 0; k < 3; ++k)
        if (v[k] != 0.0)
            lines +=
                std::to_string(node) + ", " + std::to_string(first + k) + ", " + text(v[k]) + "\n";
    return lines;
}

/// Cards of weight and inertia.
std::string distributed(const LoadCase& found, const std::string& elements) {
    std::string cards;
    const double least = rounding * found.largestForce;
    const Vector3d gravity = found.gravity - found.acceleration;
    const double speed = found.w.norm();
    if (found.mass * gravity.norm() > least)
        cards += elements + ", GRAV, " + text(gravity.norm()) + ", " +
                 text(cleared(gravity.normalized(), 1.0)) + "\n";
    if (found.mass * found.size * speed * speed > least)
        cards += elements + ", CENTRIF, " + text(speed * speed) + ", " + text(found.com) + ", " +
                 text(cleared(found.w / speed, 1.0)) + "\n";
    return cards.empty() ? cards : "** Weight and inertia of every element\n*DLOAD\n" + cards;
}

}  // namespace

std::string calculixOf(const std::string& model, const LoadCase& found) {
    const std::vector<Point> points = pointsOf(found);
    const std::string elements = label("E", found.body);
    std::string out = "** Loads on body '" + found.body + "' of model '" + model +
                      "' at t = " + text(found.time) +
                      " s, written by Momentree\n"
                      "** Axes and origin of the body; m, kg, s, N, N m.\n"
                      "** Sum of all loads with weight and inertia: force " +
                      text(found.forceLeft) + " N (largest load " + text(found.largestForce) +
                      " N),\n**   moment about the centre of mass " + text(found.momentLeft) +
                      " N m (largest " + text(found.largestMoment) +
                      " N m)\n"
                      "** The mesh must define the surfaces named below, the element set " +
                      elements + " of the whole body, and a density that\n** gives the mass " +
                      text(found.mass) + " kg with its centre at " + text(found.com) +
                      " m.\n"
                      "** Loads below " +
                      text(rounding) +
                      " of the largest are rounding and left out.\n"
                      "** Hold it in a statically determinate way, at three points; the support "
                      "forces must vanish.\n*NODE\n";
    for (std::size_t k = 0; k < points.size(); ++k)
        out += std::to_string(firstNode + static_cast<int>(k)) + ", " + text(points[k].at) + "\n";
    for (std::size_t k = 0; k < points.size(); ++k)
        out += "** " + points[k].what + "\n*COUPLING, CONSTRAINT NAME=C" + std::to_string(k + 1) +
               ", REF NODE=" + std::to_string(firstNode + static_cast<int>(k)) +
               ", SURFACE=" + points[k].surface + "\n*DISTRIBUTING\n1, 6\n";
    out += "*STEP\n*STATIC\n*CLOAD\n";
    for (std::size_t k = 0; k < points.size(); ++k) {
        const int node = firstNode + static_cast<int>(k);
        out += "** " + points[k].what + "\n" + cload(node, 1, points[k].force) +
               cload(node, 4, points[k].moment);
    }
    return out + distributed(found, elements) + "*NODE FILE\nU\n*EL FILE\nS\n*END STEP\n";
}

JsonItem toJson(const LoadCase& found) {
    JsonItem loads = JsonItem::list();
    for (const BodyLoad& load : found.loads) {
        JsonItem item = JsonItem::object().add("kind", JsonItem::text(nameOf(load.kind)));
        if (!load.name.empty()) item.add("name", JsonItem::text(load.name));
        if (!load.marker.empty()) item.add("marker", JsonItem::text(load.marker));
        loads.add(item.add("point_m", vectorItem(load.point))
                      .add("force_N", vectorItem(load.force))
                      .add("moment_N_m", vectorItem(load.moment)));
    }
    return JsonItem::object()
        .add("body", JsonItem::text(found.body))
        .add("time_s", JsonItem::number(found.time))
        .add("mass_kg", JsonItem::number(found.mass))
        .add("centre_of_mass_m", vectorItem(found.com))
        .add("acceleration_m_s2", vectorItem(found.acceleration))
        .add("angular_velocity_rad_s", vectorItem(found.w))
        .add("angular_acceleration_rad_s2", vectorItem(found.dw))
        .add("loads", std::move(loads))
        .add("sum_of_forces_N", vectorItem(found.forceLeft))
        .add("sum_of_moments_N_m", vectorItem(found.momentLeft))
        .add("largest_force_N", JsonItem::number(found.largestForce))
        .add("largest_moment_N_m", JsonItem::number(found.largestMoment));
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "app/editing/draw.hpp"
#include "app/editing/references.hpp"
#include "core/model/link_mass.hpp"

namespace momentree::app {
namespace {

constexpr double alike = 1e-6;  ///< relative

/// To ten digits: what people read in fields and files.
double rounded(double value) {
    if (std::abs(value) < 1e-15) return 0.0;
    const double unit = std::pow(10.0, 9.0 - std::floor(std::log10(std::abs(value))));
    return std::round(value * unit) / unit;
}

LinkPlate plateOf(const BodyDescription& body) {
    LinkPlate plate;
    const double width = body.shape.size[0].value;
    if (body.shape.kind == ShapeDescription::Kind::Bar && width > 0.0)
        plate.width = plate.thickness = width;
    return plate;
}

std::vector<Vector3d> pointsOf(const BodyDescription& body) {
    std::vector<Vector3d> points;
    for (const MarkerDescription& marker : body.markers)
        points.emplace_back(marker.position[0].value, marker.position[1].value,
                            marker.position[2].value);
    return points;
}

bool solid(const BodyDescription& body) {
    using Kind = ShapeDescription::Kind;
    const Kind kind = body.shape.kind;
    return kind == Kind::Box || kind == Kind::Sphere || kind == Kind::Cylinder ||
           kind == Kind::None;
}

bool same(MarkerReference const& a, MarkerReference const& b) {
    return a.body == b.body && a.marker == b.marker;
}

}  // namespace

void takeMassFromShape(BodyDescription& body, double density) {
    LinkPlate plate = plateOf(body);
    plate.density = density;
    const MassProperties mass = massOf(plate, pointsOf(body));
    body.mass = rounded(mass.mass);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        body.com[i] = rounded(mass.com[row]);
        for (std::size_t j = 0; j < 3; ++j)
            body.inertia[i][j] = rounded(mass.J_C(row, static_cast<Eigen::Index>(j)));
    }
}

std::optional<double> densityOf(const BodyDescription& body) {
    if (body.markers.empty() || solid(body) || !body.mass.text.empty()) return std::nullopt;
    LinkPlate plate = plateOf(body);
    plate.density = 1.0;
    const MassProperties unit = massOf(plate, pointsOf(body));
    const double density = body.mass.value / unit.mass;
    const double size = std::sqrt(unit.J_C.trace() / unit.mass);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        if (!body.com[i].text.empty() ||
            !(std::abs(body.com[i].value - unit.com[row]) <= alike * size))
            return std::nullopt;
        for (std::size_t j = 0; j < 3; ++j) {
            const double wanted = density * unit.J_C(row, static_cast<Eigen::Index>(j));
            const Scalar& is = body.inertia[i][j];
            if (!is.text.empty() ||
                !(std::abs(is.value - wanted) <= alike * density * unit.J_C.trace()))
                return std::nullopt;
        }
    }
    return density;
}

std::vector<MarkerReference> hingedWith(const ModelDescription& model,
                                        const MarkerReference& marker) {
    std::vector<MarkerReference> found{marker};
    const auto known = [&](const MarkerReference& reference) {
        return std::ranges::any_of(found, [&](const auto& f) { return same(f, reference); });
    };
    for (std::size_t k = 0; k < found.size(); ++k) {
        for (const JointDescription& joint : model.joints) {
            if (joint.type != "revolute" && joint.type != "spherical" && joint.type != "universal")
                continue;
            for (const auto& [from, to] : {std::pair(&joint.a, &joint.b), {&joint.b, &joint.a}})
                if (same(found[k], *from) && !known(*to)) found.push_back(*to);
        }
    }
    return found;
}

std::string reshape(Drawing drawing, const std::vector<MarkerReference>& markers,
                    const Vector3d& to) {
    for (const MarkerReference& reference : markers) {
        MarkerDescription* marker = findMarker(drawing.description, reference);
        if (!marker) return reference.body + " is held at its own origin";
        for (const Scalar& coordinate : marker->position)
            if (!coordinate.text.empty())
                return reference.body + "." + reference.marker + " is placed by " + coordinate.text;
    }
    for (const MarkerReference& reference : markers) {
        const Frame frame = drawing.pose(reference.body);
        const Vector3d local = frame.R.transpose() * (to - frame.r);
        BodyDescription* body = findBody(drawing.description, reference.body);
        const std::optional<double> density = body ? densityOf(*body) : std::nullopt;
        MarkerDescription* marker = findMarker(drawing.description, reference);
        for (std::size_t k = 0; k < 3; ++k)
            marker->position[k] = std::round(local[static_cast<Eigen::Index>(k)] * 1e6) / 1e6 + 0.0;
        if (density) takeMassFromShape(*body, *density);
    }
    return {};
}

}  // namespace momentree::app

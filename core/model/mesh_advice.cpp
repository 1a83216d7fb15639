// SPDX-License-Identifier: Apache-2.0
#include "core/model/mesh_advice.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/model/shape_mass.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr double implausible = 100.0;

Vector3d numbersIn(const Scalar3& v) { return {v[0].value, v[1].value, v[2].value}; }

double acrossMarkers(const std::vector<MarkerDescription>& markers) {
    Eigen::AlignedBox3d box;
    for (const MarkerDescription& marker : markers) box.extend(numbersIn(marker.position));
    return box.isEmpty() ? 0.0 : box.diagonal().norm();
}

/// The diagonal of a box with the same radius of gyration, whose squares are sums of edges^2 / 12.
double acrossMesh(const PartDescription& part) {
    const MassProperties mass =
        massOf(insideOf(part.mesh).value_or(MeshIntegrals()), numbersIn(part.size), 1.0);
    return mass.mass > 0.0 ? std::sqrt(12.0 * 0.5 * mass.J_C.trace() / mass.mass) : 0.0;
}

}  // namespace

void adviseForMeshes(const Model& model, Diagnostics& warnings) {
    const ModelDescription& description = model.description;
    double size = acrossMarkers(description.groundMarkers);
    for (const BodyDescription& body : description.bodies)
        size = std::max(size, acrossMarkers(body.markers));
    if (!(size > 0.0)) return;
    for (const BodyDescription& body : description.bodies) {
        if (!body.density) continue;
        for (const PartDescription& part : body.shape.parts) {
            if (part.kind != PartDescription::Kind::Mesh) continue;
            const double across = acrossMesh(part);
            if (across > implausible * size)
                warnings.push_back(warning(
                    Place::body(body.name),
                    MOMENTREE_TEXT("mesh-unit",
                                   "'%1' is %2 m across, but markers of a body are at most %3 m "
                                   "apart, so that its mass is probably wrong; if the file is in "
                                   "millimetres, its scale is 0.001")(
                        std::filesystem::path(part.mesh).filename().string(), numberText(across, 3),
                        numberText(size, 3)),
                    part.line));
        }
    }
}

}  // namespace momentree

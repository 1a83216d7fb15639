// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/mesh_volume.hpp"

#include <QDateTime>
#include <QFileInfo>
#include <map>
#include <mutex>
#include <numbers>

#include "app/document/lookup.hpp"
#include "core/math/quaternion.hpp"

namespace momentree::app {
namespace {

Matrix3d axesOfPart(const PartDescription& part) {
    if (!part.orientation) return Matrix3d::Identity();
    Quat<double> e;
    for (std::size_t k = 0; k < 4; ++k)
        e[static_cast<Eigen::Index>(k)] = (*part.orientation)[k].value;
    return rotationOf<double>(Quat<double>(e.normalized()));
}

}  // namespace

MassProperties massOfSolid(PartDescription::Kind kind, const Scalar3& edges, double density) {
    const Vector3d size = valueOf(edges), squares = size.cwiseProduct(size);
    MassProperties mass;
    Vector3d J = Vector3d::Zero();
    if (kind == PartDescription::Kind::Box) {
        mass.mass = density * size.prod();
        J = mass.mass / 12.0 * (Vector3d::Constant(squares.sum()) - squares);
    } else if (kind == PartDescription::Kind::Sphere) {
        mass.mass = density * 4.0 / 3.0 * std::numbers::pi * squares[0] * size[0];
        J.setConstant(0.4 * mass.mass * squares[0]);
    } else {
        mass.mass = density * std::numbers::pi * squares[0] * size[1];
        const double across = mass.mass * (squares[0] / 4.0 + squares[1] / 12.0);
        J << across, across, 0.5 * mass.mass * squares[0];
    }
    mass.J_C = J.asDiagonal();
    return mass;
}

Result<MeshIntegrals> meshIntegrals(const std::string& path) {
    struct Known {
        QDateTime changed;
        Result<MeshIntegrals> found;
    };
    static std::map<std::string, Known> all;
    static std::mutex guard;
    const QDateTime changed = QFileInfo(QString::fromStdString(path)).lastModified();
    const std::scoped_lock lock(guard);
    if (const auto known = all.find(path); known != all.end() && known->second.changed == changed)
        return known->second.found;
    const auto mesh = readMeshFile(path);
    Result<MeshIntegrals> found =
        mesh ? integralsOf(*mesh) : Result<MeshIntegrals>(tl::unexpected(mesh.error()));
    all.insert_or_assign(path, Known{changed, found});
    return found;
}

Result<MassProperties> massOfParts(const ShapeDescription& shape, double density) {
    MassProperties sum;
    for (const PartDescription& part : shape.parts) {
        MassProperties own;
        if (part.kind == PartDescription::Kind::Mesh) {
            const auto inside = meshIntegrals(part.mesh);
            if (!inside) return tl::unexpected(inside.error());
            own = massOf(*inside, valueOf(part.size), density);
        } else {
            own = massOfSolid(part.kind, part.size, density);
        }
        sum = together(sum, moved(own, valueOf(part.position), axesOfPart(part)));
    }
    return sum;
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/mesh_volume.hpp"

namespace momentree::app {

Result<MassProperties> partsMass(const ShapeDescription& shape, double density) {
    for (const PartDescription& part : shape.parts) {
        if (part.kind != PartDescription::Kind::Mesh) continue;
        if (const auto inside = readInside(part.mesh); !inside)
            return tl::unexpected(inside.error());
    }
    return momentree::massOfParts(shape, density);
}

}  // namespace momentree::app

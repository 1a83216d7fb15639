// SPDX-License-Identifier: GPL-3.0-or-later
// Masses derived from the shape of a body. A file contains mass, centre and inertia as numbers.
// They are updated with the shape as long as they match it; values entered by the user are kept.
#pragma once

#include <optional>

#include "core/model/description.hpp"

namespace momentree::app {

/// The source of a body's mass properties.
struct ShapeMass {
    std::size_t corners = 0;  ///< the first markers span the plate; the others are attached to it
    double density = 0.0;     ///< [kg/m^3]
    bool massTyped = false;   ///< only centre and inertia follow, in proportion to the mass
};

/// Empty if centre or inertia were entered, or if the body has no shape.
std::optional<ShapeMass> shapeMassOf(const BodyDescription& body);
/// Whether there is a shape with a volume.
bool hasVolume(const BodyDescription& body);
/// The density of a body whose mass, centre and inertia are those of its shape.
std::optional<double> densityOf(const BodyDescription& body);

/// Sets mass, centre and inertia from the shape: a plate through the first `corners` markers (0:
/// all), or the solid drawn about the centre of mass, which stays.
void takeMassFromShape(BodyDescription& body, double density, std::size_t corners = 0);

/// Updates a body that was `before`: markers on an edge of its plate move with the edge, and values
/// derived from its shape are updated. Values entered since are kept.
void followShape(const BodyDescription& before, BodyDescription& body);
/// The same for all bodies; the values of `after` are evaluated.
void followShapes(const ModelDescription& before, ModelDescription& after);

}  // namespace momentree::app

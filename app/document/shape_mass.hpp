// SPDX-License-Identifier: GPL-3.0-or-later
// Masses that follow from the shape of a body. A file says mass, centre and inertia in numbers;
// they follow where they are just those of the shape, so that what is typed otherwise stays typed.
#pragma once

#include <optional>

#include "core/model/description.hpp"

namespace momentree::app {

/// What the mass properties of a body follow from.
struct ShapeMass {
    std::size_t corners = 0;  ///< the first markers span the plate, the others only hang on it
    double density = 0.0;     ///< [kg/m^3]
    bool massTyped = false;   ///< an expression: only centre and inertia follow, in its proportion
};

/// Nothing where the centre or the inertia were typed, or where the body has no shape.
std::optional<ShapeMass> shapeMassOf(const BodyDescription& body);
/// Whether there is a shape that a density can fill.
bool hasVolume(const BodyDescription& body);
/// The density of a body whose mass, centre and inertia are those of its shape.
std::optional<double> densityOf(const BodyDescription& body);

/// Sets mass, centre and inertia from the shape: of a plate through the first `corners` markers (0:
/// all), or of the solid that is drawn about the centre of mass, which stays.
void takeMassFromShape(BodyDescription& body, double density, std::size_t corners = 0);

/// Of a body that was `before`: markers that hang on an edge of its plate go along with the edge,
/// and what followed from its shape follows again. What was typed since stays.
void followShape(const BodyDescription& before, BodyDescription& body);
/// The same for all bodies; the values of `after` are evaluated.
void followShapes(const ModelDescription& before, ModelDescription& after);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/fields/field.hpp"

namespace momentree::app {

/// A meaning, and how numbers may be written.
QString valueHelp(const QString& meaning);

/// Values that are entered are kept: the mass of a density becomes a number.
void keepMass(BodyDescription& body);

// Of the body with this index.
Field inertiaField(std::size_t index);
/// A mass derived from the shape is written with its unit, so that the file shows that it was
/// entered.
Field massField(std::size_t index);
Field densityField(std::size_t index);
/// The density by the name of a material; empty if it is another.
Field materialField(std::size_t index);
/// "from the shape" or "as entered".
QString inertiaSource(const BodyDescription& body);
/// Of a bar, or the thickness of a plate.
std::optional<Field> sectionField(const ModelDescription& model, std::size_t index);
/// One mesh in place of the drawn shape.
Field meshField(std::size_t index);
/// Of the only mesh of a body, if it has one.
std::optional<Field> meshFactorsField(const ModelDescription& model, std::size_t index);
Field colorField(std::size_t index);

}  // namespace momentree::app

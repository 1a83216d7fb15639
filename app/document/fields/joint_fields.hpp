// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/fields/field.hpp"

namespace momentree::app {

/// The type of a joint; another one leaves everything where it is seen.
Field jointTypeField(std::size_t joint);
/// Direction of the joint's axis in the axes of its first body; none for joints without.
std::optional<Field> jointAxisField(const ModelDescription& model, std::size_t joint);
/// Place of a marker of ground, where the reference names one.
using ReferenceOf = std::function<MarkerReference(ModelDescription&)>;
std::optional<Field> groundPlaceField(const ModelDescription& model, const QString& name,
                                      const ReferenceOf& reference);
/// Where the joint starts, of one that turns or slides and is not driven.
std::optional<Field> jointStartField(const ModelDescription& model, std::size_t joint);
/// Where the joint is held on ground, if it is there.
std::optional<Field> jointPlaceField(const ModelDescription& model, std::size_t joint);

}  // namespace momentree::app

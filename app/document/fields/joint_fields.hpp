// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/fields/field.hpp"

namespace momentree::app {

/// The type of a joint; changing it keeps the current pose.
Field jointTypeField(std::size_t joint);
/// Direction of the joint's axis in axes of its first body; empty for joints without an axis.
std::optional<Field> jointAxisField(const ModelDescription& model, std::size_t joint);
/// Position of a ground marker, if the reference is one.
using ReferenceOf = std::function<MarkerReference(ModelDescription&)>;
std::optional<Field> groundPlaceField(const ModelDescription& model, const QString& name,
                                      const ReferenceOf& reference);
/// The start of a joint that rotates or slides and is not driven.
std::optional<Field> jointStartField(const ModelDescription& model, std::size_t joint);
/// Adds the numbers of the joint's limits that are given.
void addLimits(std::vector<Field>& fields, const ModelDescription& model, std::size_t joint);
/// Position of the joint on ground, if it is attached there.
std::optional<Field> jointPlaceField(const ModelDescription& model, std::size_t joint);

}  // namespace momentree::app

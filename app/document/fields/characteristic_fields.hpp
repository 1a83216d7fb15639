// SPDX-License-Identifier: GPL-3.0-or-later
// Fields for forces that depend on position and speed: friction, motors, controllers, curves and
// bushings.
#pragma once

#include "app/document/fields/field.hpp"

namespace momentree::app {

using CharacteristicAccess = std::function<CharacteristicDescription&(ModelDescription&)>;
using CurveAccess = std::function<CurveDescription&(ModelDescription&)>;

/// Of a torque or force along an axis, in groups that fold.
/// @param effort,position units
/// @param setPoint kind of the law of the controller's set point
/// @param byReaction whether the reaction of a joint causes the friction
std::vector<Field> characteristicFields(const CharacteristicAccess& access, const QString& effort,
                                        const QString& position, const std::string& setPoint,
                                        bool byReaction);
std::vector<Field> bushingFields(std::size_t force);
/// Its curves along and about the axes, each in a group that folds.
std::vector<Field> bushingCurveFields(std::size_t force);
std::vector<Field> curveFields(const CurveAccess& access, const QString& effort,
                               const QString& position);

}  // namespace momentree::app

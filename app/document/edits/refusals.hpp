// SPDX-License-Identifier: GPL-3.0-or-later
// Why something cannot be added to an element of the drawing, for tools and menus.
#pragma once

#include <QString>

#include "app/document/checked_model.hpp"
#include "app/document/element.hpp"

namespace momentree::app {

/// Empty, or why the joint cannot have a motor.
QString motorRefusal(const ModelDescription& model, const CheckedModel& seen, int joint);

/// The joint at which a motor drives the element: a joint itself, or the joint of a body to ground.
struct MotorPlace {
    int joint = -1;
    QString refusal;  ///< why no motor can be added, empty if `joint` can have one
};
MotorPlace motorPlaceOf(const ModelDescription& model, const CheckedModel& seen,
                        const Element& element);

/// The markers of a body, or of a moving side of a joint, that are not on ground yet. Markers
/// without a joint come first.
std::vector<MarkerReference> groundPlacesOf(const ModelDescription& model, const Element& element);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "app/document/checked_model.hpp"
#include "app/document/element.hpp"

namespace momentree::app {

/// Point of action of a force or motion, world [m].
struct LoadPlace {
    Element element;
    std::vector<Vector3d> points;
};
std::vector<LoadPlace> loadPlaces(const CheckedModel& seen);

}  // namespace momentree::app

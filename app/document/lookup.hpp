// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a description by their names.
#pragma once

#include <string>
#include <vector>

#include "core/model/description.hpp"

namespace momentree::app {

/// Markers of a body, or of ground for "ground"; nullptr for an unknown body.
std::vector<MarkerDescription>* markersOf(ModelDescription& model, const std::string& body);
inline Vector3d valueOf(const Scalar3& v) { return {v[0].value, v[1].value, v[2].value}; }
MarkerDescription* findMarker(ModelDescription& model, const MarkerReference& reference);
BodyDescription* findBody(ModelDescription& model, const std::string& name);
inline const BodyDescription* findBody(const ModelDescription& model, const std::string& name) {
    return findBody(const_cast<ModelDescription&>(model), name);
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/scene/sight.hpp"

namespace momentree::app {

/// A joint whose markers are apart but should coincide.
struct OpenJoint {
    std::string name;
    Vector3d a, b;  ///< world [m]
    double gap() const { return (a - b).norm(); }
};

/// Widest first; all that is said of open joints comes from here. For a drawing that cannot be
/// assembled all visible gaps; for a run only gaps that are a noticeable fraction of a link.
std::vector<OpenJoint> openJoints(const Model& model, const RowLayout& layout,
                                  std::span<const double> row);
inline std::vector<OpenJoint> openJoints(const Sight& sight) {
    return openJoints(sight.model, sight.layout, sight.row);
}

/// Draws open joints: a dashed line between their halves.
class Gaps final : public PictureLayer {
public:
    void paint(QPainter& painter, const Sight& sight) override;
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/scene/sight.hpp"

namespace momentree::app {

/// A joint whose markers lie apart though they should not.
struct OpenJoint {
    std::string name;
    Vector3d a, b;  ///< world [m]
    double gap() const { return (a - b).norm(); }
};

/// The widest first: of a drawing that cannot be assembled all that can be told apart, of a run
/// those that have come open by a part of a link that can be seen.
std::vector<OpenJoint> openJoints(const Sight& sight);

/// Joints that do not close: a broken line between their halves.
class Gaps final : public PictureLayer {
public:
    void paint(QPainter& painter, const Sight& sight) override;
};

}  // namespace momentree::app

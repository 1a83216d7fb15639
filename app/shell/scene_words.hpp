// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace momentree::app {

class Workspace;
struct Sight;

/// The picture in a sentence, for screen readers: "Four-bar, crank at 45 degrees, running". Angles
/// are those of motors, without any that of the first hinge at ground.
/// @param sight null before anything is drawn
QString sceneWords(const Workspace& workspace, const Sight* sight);

}  // namespace momentree::app

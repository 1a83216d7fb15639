// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/lessons/measure.hpp"

namespace momentree::app {

/// What a lesson asks of the window around it.
class LessonStage {
public:
    virtual ~LessonStage() = default;
    /// Whether another model may take the place of the present one; asks where something is
    /// unsaved.
    virtual bool mayReplaceModel() = 0;
    /// This model in the scene, from its start, under a name for people.
    virtual void show(const LessonExperiment& experiment, const QString& name, bool playing) = 0;
    /// Camera, layers, panels and time that a step wants.
    virtual void arrange(const LessonStep& step) = 0;
    /// Runs to be shown beside the one in the scene, with their names for people.
    virtual void compare(const std::vector<std::pair<QString, LessonExperiment>>& others) = 0;
    virtual void tell(const QString& what, const QString& file, const Diagnostics& problems) = 0;
};

}  // namespace momentree::app

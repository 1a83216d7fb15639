// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/lessons/measure.hpp"

namespace momentree::app {

/// What a lesson requires of the window.
class LessonStage {
public:
    virtual ~LessonStage() = default;
    /// Whether the current model may be replaced; asks the user if there are unsaved changes.
    virtual bool mayReplaceModel() = 0;
    /// Shows a model in the scene, from its start, with a title.
    virtual void show(const LessonExperiment& experiment, const QString& name, bool playing) = 0;
    /// Sets camera, layers, panels and time for a step.
    virtual void arrange(const LessonStep& step) = 0;
    /// Shows further runs next to the one in the scene, with their titles.
    virtual void compare(const std::vector<std::pair<QString, LessonExperiment>>& others) = 0;
    virtual void tell(const QString& what, const QString& file, const Diagnostics& problems) = 0;
};

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/lessons/measure.hpp"

namespace momentree::app {

/// What a lesson requires of the window.
class LessonStage {
public:
    virtual ~LessonStage() = default;
    /// Whether the current model may be replaced; asks the user if there are unsaved changes.
    virtual bool mayReplaceModel() = 0;
    /// A run in the scene, with its title and the colour that it has in the lesson, too.
    struct Run {
        QString name;
        LessonExperiment experiment;
        int style = 0;
        const LessonResult* result = nullptr;  ///< if computed; valid during the call
    };
    /// Shows a model in the scene, from its start.
    virtual void show(const Run& run, bool playing) = 0;
    /// Sets camera, layers, panels and time for a step.
    virtual void arrange(const LessonStep& step) = 0;
    /// Shows further runs next to the one in the scene.
    virtual void compare(const std::vector<Run>& others) = 0;
    virtual void tell(const QString& what, const QString& file, const Diagnostics& problems) = 0;
};

}  // namespace momentree::app

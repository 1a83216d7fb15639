// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/studies/study_job.hpp"

namespace momentree::app {

/// The model that a study names. An error also if it lacks a parameter of the study.
Result<std::shared_ptr<const ModelDescription>> readModelOf(const Study& study);

/// Writes the plan as a study of the model in `modelFile`, with the runs that the plan's folder has
/// in the folder of the new study.
Result<void> saveStudy(const StudyPlan& plan, const std::string& modelFile,
                       const std::string& studyFile);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
// The platform's video encoder, a separate program.
#pragma once

#include <QString>
#include <QStringList>

#include "app/export/movie_plan.hpp"

namespace momentree::app {

/// The ffmpeg that is found on the PATH, empty if there is none.
QString encoderProgram();

/// Arguments with which it reads raw RGBA frames of the plan's size from its standard input and
/// writes `file`.
QStringList encoderArguments(const MoviePlan& plan, const QString& file);

/// Why movies of this kind cannot be written here and what would help; empty if they can.
QString missingEncoder(MoviePlan::Kind kind);

}  // namespace momentree::app

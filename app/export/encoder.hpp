// SPDX-License-Identifier: GPL-3.0-or-later
// The platform's video encoder, an external program.
#pragma once

#include <QString>
#include <QStringList>

#include "app/export/movie_plan.hpp"

namespace momentree::app {

/// The ffmpeg found on the PATH, empty if there is none.
QString encoderProgram();

/// Arguments to read raw RGBA frames of the plan's size from standard input and to write `file`.
QStringList encoderArguments(const MoviePlan& plan, const QString& file);

/// Why movies of this kind cannot be written here, with the remedy; empty if they can.
/// The program that counts the frames of a movie, a part of ffmpeg; empty if it is missing.
QString counterProgram();
QStringList counterArguments(const QString& file);

QString missingEncoder(MoviePlan::Kind kind);

}  // namespace momentree::app

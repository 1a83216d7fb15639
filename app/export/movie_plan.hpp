// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

namespace momentree::app {

/// The settings of a movie.
struct MoviePlan {
    enum class Kind { Mp4, WebM, Gif, Pictures };
    Kind kind = Kind::Mp4;
    double begin = 0.0, end = 0.0;  ///< simulated time [s]
    double speed = 1.0;             ///< simulated seconds per second of the movie
    double framesPerSecond = 30.0;
    QSize size{1280, 720};  ///< pixels, both even
    bool plots = false;     ///< to the right of the scene
    QString file;           ///< for pictures, the first: its name ends in the number
};

inline constexpr int mostFrames = 100000;

/// Number of frames from begin to end, including both; 0 if the settings are invalid.
int frameCount(const MoviePlan& plan);
/// Simulated time of a frame [s].
double frameTime(const MoviePlan& plan, int frame);
/// "run_00012.png" for "run.png": names sort in the order of the frames.
QString pictureName(const QString& file, int frame);

/// Why nothing can be written there, empty if it can.
QString folderProblem(const QString& file);

QString movieSuffix(MoviePlan::Kind kind);

}  // namespace momentree::app

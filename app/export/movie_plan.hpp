// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

namespace momentree::app {

/// What a movie of a run shows, and how.
struct MoviePlan {
    enum class Kind { Mp4, WebM, Gif, Pictures };
    Kind kind = Kind::Mp4;
    double begin = 0.0, end = 0.0;  ///< simulated time [s]
    double speed = 1.0;             ///< simulated seconds per second of the movie
    double framesPerSecond = 30.0;
    QSize size{1280, 720};  ///< pixels, both even
    bool plots = false;     ///< next to the scene
    QString file;           ///< of pictures the first: its name ends in the number
};

inline constexpr int mostFrames = 100000;

/// Frames from begin to end, one more than steps between them; 0 if the numbers make no movie.
int frameCount(const MoviePlan& plan);
/// Simulated time of a frame [s].
double frameTime(const MoviePlan& plan, int frame);
/// "run_00012.png" for "run.png": names of a sequence sort like its frames.
QString pictureName(const QString& file, int frame);

QString movieSuffix(MoviePlan::Kind kind);

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/encoder.hpp"

#include <QObject>
#include <QStandardPaths>

namespace momentree::app {
namespace {

QStringList formatArguments(MoviePlan::Kind kind) {
    switch (kind) {
        case MoviePlan::Kind::Mp4:
            // Plays everywhere; the index at the front allows playback to start immediately.
            return {"-c:v", "libx264",  "-preset", "medium",    "-crf",
                    "18",   "-pix_fmt", "yuv420p", "-movflags", "+faststart"};
        case MoviePlan::Kind::WebM:
            return {"-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-pix_fmt", "yuv420p"};
        case MoviePlan::Kind::Gif:
            // A palette of the movie's own colours, without which lines are speckled.
            return {"-filter_complex",
                    "[0:v]split[a][b];[a]palettegen=stats_mode=diff[p];"
                    "[b][p]paletteuse=dither=bayer:bayer_scale=4",
                    "-loop", "0"};
        case MoviePlan::Kind::Pictures:
            break;
    }
    return {};
}

}  // namespace

QString encoderProgram() { return QStandardPaths::findExecutable(QStringLiteral("ffmpeg")); }

QStringList encoderArguments(const MoviePlan& plan, const QString& file) {
    const QString size = QStringLiteral("%1x%2").arg(plan.size.width()).arg(plan.size.height());
    QStringList all{"-hide_banner", "-loglevel",  "error",
                    "-y",           "-f",         "rawvideo",
                    "-pix_fmt",     "rgba",       "-s",
                    size,           "-framerate", QString::number(plan.framesPerSecond, 'g', 10),
                    "-i",           "pipe:0",     "-an"};
    return all << formatArguments(plan.kind) << file;
}

QString counterProgram() { return QStandardPaths::findExecutable(QStringLiteral("ffprobe")); }

QStringList counterArguments(const QString& file) {
    return {"-v",
            "error",
            "-count_packets",
            "-select_streams",
            "v:0",
            "-show_entries",
            "stream=nb_read_packets",
            "-of",
            "csv=p=0",
            file};
}

QString missingEncoder(MoviePlan::Kind kind) {
    if (kind == MoviePlan::Kind::Pictures || !encoderProgram().isEmpty()) return {};
    return QObject::tr(
        "Movies need the program ffmpeg, which is not installed (Debian: apt install ffmpeg). You "
        "can export a sequence of pictures without it.");
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/movie_plan.hpp"

#include <QDir>
#include <QFileInfo>
#include <QObject>
#include <algorithm>
#include <cmath>

namespace momentree::app {

int frameCount(const MoviePlan& plan) {
    if (!(plan.end > plan.begin) || !(plan.speed > 0.0) || !(plan.framesPerSecond > 0.0)) return 0;
    const double steps = (plan.end - plan.begin) / plan.speed * plan.framesPerSecond;
    constexpr double rounding = 1e-9;
    if (!(steps < mostFrames)) return 0;
    return static_cast<int>(std::floor(steps + rounding)) + 1;
}

double frameTime(const MoviePlan& plan, int frame) {
    return std::min(plan.begin + frame * plan.speed / plan.framesPerSecond, plan.end);
}

QString pictureName(const QString& file, int frame) {
    const QFileInfo info(file);
    const QString name = QStringLiteral("%1_%2.png")
                             .arg(info.completeBaseName())
                             .arg(frame + 1, 5, 10, QLatin1Char('0'));
    return info.dir().filePath(name);
}

QString folderProblem(const QString& file) {
    const QFileInfo folder(QFileInfo(file).absolutePath());
    const QString path = QDir::toNativeSeparators(folder.filePath());
    if (QFileInfo(file).fileName().isEmpty()) return QObject::tr("Name the file.");
    if (!folder.isDir()) return QObject::tr("The folder %1 does not exist.").arg(path);
    if (!folder.isWritable()) return QObject::tr("The folder %1 cannot be written to.").arg(path);
    return {};
}

QString movieSuffix(MoviePlan::Kind kind) {
    switch (kind) {
        case MoviePlan::Kind::Mp4:
            return QStringLiteral(".mp4");
        case MoviePlan::Kind::WebM:
            return QStringLiteral(".webm");
        case MoviePlan::Kind::Gif:
            return QStringLiteral(".gif");
        case MoviePlan::Kind::Pictures:
            break;
    }
    return QStringLiteral(".png");
}

}  // namespace momentree::app

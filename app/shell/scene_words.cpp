// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/scene_words.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/base/number_text.hpp"
#include "app/base/text.hpp"
#include "app/scene/sight.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

constexpr std::size_t mostAngles = 2;

QString counted(std::size_t count, const char* one, const char* many) {
    return count == 1 ? tr(one) : tr(many).arg(count);
}

/// The link that a pair of markers moves, seen from ground.
int movedBody(const Marker& A, const Marker& B) { return B.body != ground ? B.body : A.body; }

/// "crank at 45 degrees", from the x axis of marker A to that of B.
QString angleWords(const Sight& sight, const Marker& A, const Marker& B) {
    const int body = movedBody(A, B);
    if (body == ground) return {};
    const Matrix3d a = sight.pose(A.body).R * A.frame.R, b = sight.pose(B.body).R * B.frame.R;
    const double angle = std::atan2(a.col(1).dot(b.col(0)), a.col(0).dot(b.col(0)));
    if (!std::isfinite(angle)) return {};
    const long degrees = std::lround(angle * 180.0 / std::numbers::pi);
    return tr("%1 at %2 degrees")
        .arg(QString::fromStdString(sight.model.bodies[static_cast<std::size_t>(body)].name))
        .arg(degrees);
}

QString slideWords(const Sight& sight, const Marker& A, const Marker& B) {
    const int body = movedBody(A, B);
    if (body == ground) return {};
    const Vector3d axis = (sight.pose(A.body).R * A.frame.R).col(2);
    const double way = axis.dot(sight.place(B) - sight.place(A));
    if (!std::isfinite(way)) return {};
    return tr("%1 at %2 metres")
        .arg(QString::fromStdString(sight.model.bodies[static_cast<std::size_t>(body)].name),
             shortText(way, 3));
}

QStringList placeWords(const Sight& sight) {
    QStringList words;
    const auto add = [&](const QString& text) {
        if (!text.isEmpty() && static_cast<std::size_t>(words.size()) < mostAngles) words << text;
    };
    for (const MotionElement& motion : sight.model.motions)
        add(motion.rotation ? angleWords(sight, motion.A, motion.B)
                            : slideWords(sight, motion.A, motion.B));
    if (!words.isEmpty()) return words;
    const auto& joints = sight.model.joints;
    const auto hinge = std::ranges::find_if(joints, [](const JointElement& joint) {
        return joint.type == "revolute" && (joint.A.body == ground) != (joint.B.body == ground);
    });
    if (hinge != joints.end()) add(angleWords(sight, hinge->A, hinge->B));
    return words;
}

QString runWords(const RunController& run) {
    const QString time = shortText(run.playback().shownTime(), 3);
    if (run.playback().playing()) return tr("running");
    const RunFigures figures = run.playback().figures();
    if (figures.state == RunState::Failed) return tr("stopped at %1 seconds").arg(time);
    return run.playback().ended() && run.playback().live() ? tr("finished at %1 seconds").arg(time)
                                                           : tr("paused at %1 seconds").arg(time);
}

}  // namespace

QString sceneWords(const Workspace& workspace, const Sight* sight) {
    const ModelDescription& model = workspace.document.description();
    if (model.bodies.empty()) return tr("Empty drawing");
    QStringList words{workspace.document.title()};
    if (sight)
        words += placeWords(*sight);
    else
        words << counted(model.bodies.size(), "1 link", "%1 links")
              << counted(model.joints.size(), "1 joint", "%1 joints");
    const CheckedModel& checked = workspace.live.checked();
    if (!checked.assembled)
        words << tr("cannot be assembled");
    else if (workspace.run.hasRun())
        words << runWords(workspace.run);
    return words.join(QStringLiteral(", "));
}

}  // namespace momentree::app

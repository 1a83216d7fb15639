// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/xray/xray_report.hpp"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "app/base/diagnostic_text.hpp"
#include "app/base/text.hpp"
#include "app/document/element.hpp"
#include "core/kinematics/free_motions.hpp"
#include "core/model/rolling.hpp"

namespace momentree::app {
namespace {

constexpr double reportRankThreshold = 1e-9;  ///< relative to the largest singular value
constexpr double parallel = 0.9999;           ///< cosine above which axes count as parallel

const JointElement& jointOf(const Model& model, int index) {
    return model.joints[static_cast<std::size_t>(index)];
}

/// "a, b and c".
QString listed(const QStringList& items) {
    if (items.size() < 2) return items.join(QString());
    return tr("%1 and %2")
        .arg(items.mid(0, items.size() - 1).join(QStringLiteral(", ")), items.last());
}

/// The world axis parallel to an axis of a joint, -1 if there is none.
int worldAxis(const Matrix3d& axes, int own) {
    for (int k = 0; k < 3; ++k)
        if (std::abs(axes(k, own)) > parallel) return k;
    return -1;
}

/// Translations or rotations along joint axes as seen in the picture: named after world axes if
/// parallel, "own x" otherwise.
std::vector<std::string> seenInWorld(const std::string& kind, const std::vector<int>& own,
                                     const Matrix3d& axes) {
    std::vector<std::string> seen;
    const auto add = [&](const std::string& prefix, int k) {
        seen.push_back(kind + prefix + static_cast<char>('x' + k));
    };
    const int rest = own.size() == 2 ? worldAxis(axes, 3 - own[0] - own[1]) : -1;
    if (own.size() == 3 || rest >= 0) {  // all directions, or all except one
        for (int k = 0; k < 3; ++k)
            if (k != rest) add("", k);
        return seen;
    }
    for (const int k : own)
        if (const int world = worldAxis(axes, k); world >= 0)
            add("", world);
        else
            add("own ", k);
    return seen;
}

void nameInWorld(OverheldJoint& joint, const Model& model, const std::vector<BodyState>& bodies) {
    const Marker& A = jointOf(model, joint.joint).A;
    Matrix3d axes = A.frame.R;
    if (A.body != ground) axes = kinematicsOf(bodies[static_cast<std::size_t>(A.body)]).R * axes;
    std::vector<std::string> named;
    for (const std::string kind : {"shift along ", "turn about "}) {
        std::set<int> own;
        for (const std::string& direction : joint.directions)
            if (direction.starts_with(kind)) own.insert(direction.back() - 'x');
        std::ranges::move(seenInWorld(kind, {own.begin(), own.end()}, axes),
                          std::back_inserter(named));
    }
    for (const std::string& direction : joint.directions)
        if (direction == "distance") named.push_back(direction);
    joint.directions = std::move(named);
}

/// "shift along x, y and z" instead of three separate texts.
QString directionsText(const std::vector<std::string>& directions) {
    QStringList shifts, turns, others;
    for (const std::string& text : directions) {
        const QString direction = QString::fromStdString(text);
        QString axis = direction.right(1);
        if (direction.contains(QStringLiteral(" own "))) axis = tr("its own %1").arg(axis);
        if (direction.startsWith(QStringLiteral("shift"))) shifts << axis;
        if (direction.startsWith(QStringLiteral("turn"))) turns << axis;
        if (direction == QStringLiteral("distance")) others << tr("a change of its length");
    }
    shifts.sort();
    turns.sort();
    QStringList parts;
    if (!shifts.isEmpty()) parts << tr("shifts along %1").arg(listed(shifts));
    if (!turns.isEmpty()) parts << tr("turns about %1").arg(listed(turns));
    return listed(parts + others);
}

QString changeText(const Model& model, const JointChange& change) {
    const JointElement& joint = jointOf(model, change.joint);
    const QString name = QString::fromStdString(joint.name);
    if (change.type.empty()) return tr("leave out %1").arg(name);
    return tr("make %1 %2 instead of %3")
        .arg(name, jointTypeText(change.type), jointTypeText(joint.type));
}

}  // namespace

XrayReport xrayOf(const Model& model, double t, const std::vector<BodyState>& bodies,
                  const std::function<bool()>& stopped) {
    XrayReport report;
    report.time = t;
    const auto rank = [&](bool ofVelocities) {
        const Eigen::VectorXd values = closureSingularValues(model, t, bodies, ofVelocities);
        if (values.size() == 0) return 0;
        return static_cast<int>((values.array() > reportRankThreshold * values[0]).count());
    };
    const int all = rank(true);
    report.degreesOfFreedom = model.tree.nu - (firstNonHolonomic(model) ? rank(false) : all);
    report.redundant = model.tree.closureRows - all;
    if (auto overheld = overheldJoints(model, t, bodies))
        report.overheld = std::move(*overheld);
    else
        report.problem = diagnosticText(overheld.error().front());
    for (OverheldJoint& joint : report.overheld) nameInWorld(joint, model, bodies);
    if (report.problem.isEmpty()) report.cures = findCures(model, t, bodies, stopped);
    return report;
}

QString sentenceOf(const Model& model, const OverheldJoint& joint) {
    return tr("%1 prevents %2, which the rest of its loop already prevents.")
        .arg(QString::fromStdString(jointOf(model, joint.joint).name),
             directionsText(joint.directions));
}

QString sentenceOf(const Model& model, const Cure& cure, int redundant) {
    QStringList changes;
    for (const JointChange& change : cure.changes) changes << changeText(model, change);
    QString text = listed(changes);
    if (!text.isEmpty()) text.front() = text.front().toUpper();
    return cure.redundantLeft == 0 ? tr("%1: removes all redundant constraints.").arg(text)
                                   : tr("%1: leaves %2 of %3 redundant constraints.")
                                         .arg(text)
                                         .arg(cure.redundantLeft)
                                         .arg(redundant);
}

}  // namespace momentree::app

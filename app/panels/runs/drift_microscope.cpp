// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/drift_microscope.hpp"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/base/number_text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/scene/strokes.hpp"
#include "core/joints/joint_type.hpp"
#include "core/kinematics/closing.hpp"
#include "core/model/rolling.hpp"

namespace momentree::app {
namespace {

constexpr int mostPower = 12;   ///< beyond this, rounding errors of the poses would be visible
constexpr double wanted = 0.5;  ///< relative to a link, at most
constexpr double tooSmall = 0.02, tooLarge = 1.0;
constexpr double visible_px = 3.0;
constexpr int lowestDecade = -16, highestDecade = 2, labelled = 8;

std::vector<BodyKinematics<double>> posesIn(const DriftMicroscope::Subject& subject) {
    std::vector<BodyKinematics<double>> poses(subject.model->bodies.size());
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const Frame pose = poseIn(*subject.layout, subject.row, static_cast<int>(i));
        poses[i].R = pose.R;
        poses[i].r = pose.r;
    }
    return poses;
}

void writePoses(const std::vector<BodyKinematics<double>>& poses, const RowLayout& layout,
                std::vector<double>& row) {
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const Eigen::Quaterniond e(poses[i].R);
        Eigen::Map<Eigen::Matrix<double, 7, 1>> pose(row.data() + layout.body(static_cast<int>(i)));
        pose << poses[i].r, e.w(), e.x(), e.y(), e.z();
    }
}

/// Twice the mean distance of joints from the centres of mass [m].
double linkLength(const Model& model) {
    double sum = 0.0;
    int count = 0;
    for (const JointElement& joint : model.joints)
        for (const Marker* marker : {&joint.A, &joint.B}) {
            if (marker->body == ground || marker->frame.r.norm() == 0.0) continue;
            sum += 2.0 * marker->frame.r.norm();
            ++count;
        }
    return count > 0 ? sum / count : 1.0;
}

/// From marker A to the place where B should be; free directions of the joint do not count.
Vector3d gapOf(const JointElement& joint, const Sight& sight) {
    const Frame A = sight.pose(joint.A.body) * joint.A.frame;
    const Vector3d d = sight.place(joint.B) - A.r;
    if (joint.type == "free") return Vector3d::Zero();
    if (joint.type == "knife-edge") return Vector3d::Zero();
    if (rolls(joint.type)) {
        const Vector3d n = A.R.col(2);
        const Frame B = sight.pose(joint.B.body) * joint.B.frame;
        const Vector3d inB = B.R.transpose() * n;
        return n * (n.dot(d) - inB.cwiseProduct(joint.semiAxes).norm());
    }
    if (joint.curve && joint.type != "cam-face") {
        const auto foot = joint.curve->nearest<double>({A.R.col(0).dot(d), A.R.col(1).dot(d)});
        const Vector3d c = foot.c[0] * A.R.col(0) + foot.c[1] * A.R.col(1);
        const double side = joint.curve->side();
        const Vector3d n = side * (foot.t[0] * A.R.col(1) - foot.t[1] * A.R.col(0));
        const double out = joint.type == "point-on-curve" ? A.R.col(2).dot(d) : 0.0;
        return n * (n.dot(d - c) - joint.length) + A.R.col(2) * out;
    }
    if (joint.curve) {
        const Frame B = sight.pose(joint.B.body) * joint.B.frame;
        const Vector3d m = B.R.col(2);
        const auto foot = joint.curve->lowest<double>({A.R.col(0).dot(m), A.R.col(1).dot(m)});
        return m * m.dot(d - foot.c[0] * A.R.col(0) - foot.c[1] * A.R.col(1));
    }
    if (joint.distance) return d - joint.length * d.normalized();
    const Vector3d along = A.R.col(2) * A.R.col(2).dot(d);
    if (joint.type == "planar" || joint.type == "point-on-plane") return along;
    if (jointType(joint.type).slides() || joint.type == "point-on-line") return d - along;
    return d;
}

QString superscript(int number) {
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text;
    for (const QChar c : QString::number(std::abs(number))) text += digits[c.digitValue()];
    return number < 0 ? QStringLiteral("⁻") + text : text;
}

}  // namespace

int magnifyingPower(double violation, double link, int before) {
    if (!(violation > 0.0)) return mostPower;
    const double now = violation * std::pow(10.0, before) / link;
    if (now > tooSmall && now < tooLarge) return before;
    return std::clamp(static_cast<int>(std::floor(std::log10(wanted * link / violation))), 0,
                      mostPower);
}

void DriftMicroscope::setShown(bool shown) {
    shown_ = shown;
    if (!shown) rungs_.clear();
}

void DriftMicroscope::look(std::vector<Subject>& subjects) {
    std::vector<std::vector<BodyKinematics<double>>> poses;
    std::vector<ClosingMove> moves;
    rungs_.clear();
    violation_ = 0.0;
    double link = 1.0;
    for (const Subject& subject : subjects) {
        poses.push_back(posesIn(subject));
        moves.push_back(closingMove(*subject.model, poses.back(), subject.row[0]));
        violation_ = std::max(violation_, moves.back().size);
        const auto at = [&](int column) { return subject.row[static_cast<std::size_t>(column)]; };
        rungs_.push_back({{at(subject.layout->driftPosition()), at(subject.layout->driftVelocity()),
                           at(subject.layout->driftAcceleration())},
                          subject.color,
                          subject.ghost == 0});
        if (subject.ghost == 0) link = linkLength(*subject.model);
    }
    power_ = magnifyingPower(violation_, link, power_);
    for (std::size_t k = 0; k < subjects.size(); ++k) {
        exaggerate(poses[k], moves[k], std::pow(10.0, power_));
        writePoses(poses[k], *subjects[k].layout, subjects[k].row);
    }
}

void DriftMicroscope::paint(QPainter& painter, const Sight& sight) {
    if (!shown_ || rungs_.empty()) return;
    paintJoints(painter, sight);
    paintLadder(painter, sight);
}

/// Both halves of an open joint, and the line between them.
void DriftMicroscope::paintJoints(QPainter& painter, const Sight& sight) const {
    const QColor color = themeColors(sight.dark).error;
    for (const JointElement& joint : sight.model.joints) {
        const Vector3d a = sight.place(joint.A);
        const Vector3d b = a + gapOf(joint, sight);
        if (!canBeSeen(sight, a) || !canBeSeen(sight, b)) continue;
        const QPointF from = sight.toView(a), to = sight.toView(b);
        if (QLineF(from, to).length() < visible_px) continue;
        painter.setBrush(Qt::NoBrush);
        for (const bool halo : {true, false}) {
            QPen pen(halo ? haloColor(sight.dark) : color, halo ? 4.5 : 1.8);
            painter.setPen(pen);
            painter.drawEllipse(from, 6.0, 6.0);
            painter.drawEllipse(to, 3.0, 3.0);
            if (!halo) pen.setDashPattern({2.0, 2.0});
            painter.setPen(pen);
            painter.drawLine(from, to);
        }
    }
}

void DriftMicroscope::paintLadder(QPainter& painter, const Sight& sight) const {
    const ThemeColors& colors = themeColors(sight.dark);
    const double large = typeScale(painter);
    const double name = 92.0 * large, number = 62.0 * large, line = 22.0 * large,
                 head = 30.0 * large;
    QFont strong = painter.font();
    strong.setBold(true);
    const QString title = violation_ * std::pow(10.0, power_) > 0.0 && power_ < mostPower
                              ? tr("Drift drawn ×10%1")
                              : tr("Drift drawn ×10%1: joints stay closed");
    const QString text = title.arg(superscript(power_));
    // In a low picture the ladder would cover the mechanism.
    const double roomForLadder = 400.0 * large;
    const bool low = sight.frame.height() < roomForLadder;
    const double width =
        low ? QFontMetricsF(strong).horizontalAdvance(text) + 24.0 : name + number + 146.0;
    const double height = low ? head + 2.0 : head + 3 * line + 24.0 * large;
    QRectF plate(sight.frame.right() - width - 10.0,
                 sight.frame.bottom() - height - 38.0 - 16.0 * large, width, height);
    painter.setPen(QPen(colors.axis, 1.0));
    painter.setBrush(haloColor(sight.dark, 235));
    painter.drawRoundedRect(plate, 6, 6);
    plate.adjust(12, 6, -10, -6);
    painter.save();
    painter.setFont(strong);
    painter.setPen(colors.text);
    painter.drawText(QRectF(plate.left(), plate.top(), plate.width(), head - 6.0),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
    painter.restore();
    if (low) return;

    const double left = plate.left() + name, right = plate.right() - number;
    const auto xOf = [&](double value) {
        const double decade =
            std::clamp(std::log10(value), double{lowestDecade}, double{highestDecade});
        return left + (right - left) * (decade - lowestDecade) / (highestDecade - lowestDecade);
    };
    const double top = plate.top() + head, bottom = top + 3 * line;
    for (int decade = lowestDecade; decade <= highestDecade; decade += labelled) {
        const double x = xOf(std::pow(10.0, decade));
        painter.setPen(QPen(colors.grid, 1.0));
        painter.drawLine(QPointF(x, top), QPointF(x, bottom));
        painter.setPen(colors.mutedText);
        painter.drawText(QRectF(x - 30.0 * large, bottom, 60.0 * large, 18.0 * large),
                         Qt::AlignCenter, QStringLiteral("10%1").arg(superscript(decade)));
    }
    const std::array<QString, 3> names{tr("position"), tr("velocity"), tr("acceleration")};
    for (std::size_t level = 0; level < 3; ++level) {
        const QRectF row(plate.left(), top + static_cast<double>(level) * line, plate.width(),
                         line);
        painter.setPen(colors.text);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, names[level]);
        double mark = row.top() + 3.0;
        for (const Rungs& rungs : rungs_) {
            const double value = rungs.drift[level];
            const bool known = value > 0.0 && std::isfinite(value);
            if (rungs.onScreen) {
                painter.setPen(colors.text);
                painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter,
                                 std::isnan(value) ? tr("none") : shortText(value, 2));
            }
            if (!known) continue;
            const double x = xOf(value);
            if (rungs.onScreen) {
                QColor bar = colors.series[level];
                bar.setAlpha(200);
                painter.fillRect(QRectF(left, row.top() + 5.0, std::max(2.0, x - left), line - 10),
                                 bar);
            } else {
                painter.setPen(QPen(rungs.color, 2.5));
                painter.drawLine(QPointF(x, mark), QPointF(x, row.bottom() - 3.0));
            }
        }
    }
}

}  // namespace momentree::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/vectors.hpp"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/base/number_text.hpp"
#include "app/base/text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/scene/strokes.hpp"

namespace momentree::app {
namespace {

constexpr double longest_px = 120.0;
constexpr double below = 54.0;          ///< the bar of the work plane [pixels]
constexpr double least = 1e-9;          ///< values below this count as zero
constexpr double impact = 3.0;          ///< relative to the usual value in the run
constexpr std::size_t scaleRows = 400;  ///< number of rows that the scale considers in one frame

struct Look {
    QString name, unit;
    QColor color;
};

Look lookOf(VectorKind kind, const ThemeColors& colors) {
    switch (kind) {
        case VectorKind::Velocity:
            return {tr("Velocity"), QStringLiteral("m/s"), colors.series[2]};
        case VectorKind::Acceleration:
            return {tr("Acceleration"), QStringLiteral("m/s²"), colors.series[1]};
        case VectorKind::Reaction:
            break;
    }
    return {tr("Reaction"), QStringLiteral("N"), colors.series[3]};
}

/// The largest of 1, 2, 5 times a power of ten not above `value`.
double roundedDown(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    const double factor = value / power;
    return power * (factor >= 5.0 ? 5.0 : factor >= 2.0 ? 2.0 : 1.0);
}

std::vector<VectorArrow> recorded(VectorKind kind, const Model& model, const RowLayout& layout,
                                  std::span<const double> row) {
    std::vector<VectorArrow> arrows;
    const auto add = [&](const Vector3d& from, int column) {
        const Vector3d value = Eigen::Map<const Vector3d>(row.data() + column);
        if (value.allFinite() && from.allFinite()) arrows.push_back({from, value});
    };
    if (kind == VectorKind::Velocity)
        for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
            add(poseIn(layout, row, i).r, layout.body(i) + 7);
    if (kind == VectorKind::Reaction)
        for (std::size_t k = 0; k < model.joints.size(); ++k) {
            const Marker& at = model.joints[k].B;
            add((poseIn(layout, row, at.body) * at.frame).r,
                layout.jointReaction(static_cast<int>(k)));
        }
    return arrows;
}

double longestOf(const std::vector<VectorArrow>& arrows) {
    double longest = 0.0;
    for (const VectorArrow& arrow : arrows) longest = std::max(longest, arrow.value.norm());
    return longest;
}

}  // namespace

void Vectors::setRecording(std::shared_ptr<const Recording> recording) {
    if (recording_ == recording) return;
    recording_ = std::move(recording);
    turns_.clear();
    scales_ = {};
    scaled_ = 0;
}

/// Impacts must not make all other arrows invisible: they may be drawn longer.
double Vectors::Scale::value() {
    if (found == rows.size()) return last;
    found = rows.size();
    std::vector<double> sorted = rows;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    const double most = *std::max_element(sorted.begin(), sorted.end());
    return last = *middle > least ? std::min(most, impact * *middle) : most;
}

void Vectors::readScales(const Sight& sight) {
    if (!recording_ || recording_->width() != sight.layout.width()) return;
    const std::size_t end = std::min(recording_->size(), scaled_ + scaleRows);
    for (; scaled_ < end; ++scaled_) {
        const auto row = recording_->row(scaled_);
        for (const VectorKind kind : {VectorKind::Velocity, VectorKind::Reaction})
            scales_[static_cast<std::size_t>(kind)].rows.push_back(
                longestOf(recorded(kind, sight.model, sight.layout, row)));
        if (scaled_ == 0) continue;
        const auto before = recording_->row(scaled_ - 1);
        auto slopes = recorded(VectorKind::Velocity, sight.model, sight.layout, row);
        const auto old = recorded(VectorKind::Velocity, sight.model, sight.layout, before);
        if (slopes.size() != old.size()) continue;
        for (std::size_t i = 0; i < slopes.size(); ++i)
            slopes[i].value = (slopes[i].value - old[i].value) / (row[0] - before[0]);
        scales_[static_cast<std::size_t>(VectorKind::Acceleration)].rows.push_back(
            longestOf(slopes));
    }
}

/// Counts the turns of torsion springs along the recording; a single pose does not determine them.
void Vectors::countTurns(const Sight& sight) {
    if (!recording_ || sight.model.axialLoads.empty()) return;
    if (turns_.empty()) counter_.emplace(sight.model, sight.layout);
    while (turns_.size() < recording_->size()) {
        counter_->follow(recording_->row(turns_.size()));
        turns_.push_back(counter_->ofLoads());
    }
}

std::vector<VectorArrow> Vectors::accelerations(const Sight& sight) {
    const Model& model = sight.model;
    if (solved_ != &model) {
        solver_ = std::make_unique<NewtonEuler<double>>(model);
        std::vector<BodyState> states;
        for (const auto& body : bodiesOf(model, sight.layout, sight.row))
            states.push_back(stateOf(body));
        solver_->hold(closureStructure(model, states));
        solved_ = &model;
        turns_.clear();
    }
    countTurns(sight);
    const auto bodies = bodiesOf(model, sight.layout, sight.row);
    RowAngles here(model, sight.layout);
    if (turns_.empty()) here.follow(sight.row);
    solver_->evaluate(sight.row[0], bodies,
                      turns_.empty() ? here.ofLoads() : turns_[recording_->rowAt(sight.row[0])],
                      0.0);
    std::vector<VectorArrow> arrows;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        if (solver_->acceleration[i].allFinite())
            arrows.push_back({bodies[i].r, solver_->acceleration[i].head<3>()});
    return arrows;
}

std::vector<VectorArrow> Vectors::arrows(VectorKind kind, const Sight& sight) {
    if (kind == VectorKind::Acceleration) return accelerations(sight);
    return recorded(kind, sight.model, sight.layout, sight.row);
}

void Vectors::paintKind(QPainter& painter, const Sight& sight, VectorKind kind, QPointF legend) {
    const Look look = lookOf(kind, themeColors(sight.dark));
    const std::vector<VectorArrow> all = arrows(kind, sight);
    Scale& scale = scales_[static_cast<std::size_t>(kind)];
    const double longest = scale.rows.size() > 1 ? scale.value() : longestOf(all);
    const QColor text = themeColors(sight.dark).text;
    painter.setPen(text);
    if (longest < least) {
        painter.drawText(legend, all.empty() ? tr("%1: available during a run").arg(look.name)
                                             : tr("%1: none").arg(look.name));
        return;
    }
    const double metres = sight.metresPerPixel * longest_px / longest;  // per unit
    for (const VectorArrow& arrow : all) {
        const Vector3d to = arrow.from + metres * arrow.value;
        if (canBeSeen(sight, arrow.from) && canBeSeen(sight, to))
            strokeArrow(painter, sight.toView(arrow.from), sight.toView(to), look.color,
                        sight.dark);
    }
    const double value = roundedDown(longest);
    const double length = longest_px * value / longest;
    const QPointF from = legend + QPointF(0, -4);
    strokeArrow(painter, from, from + QPointF(length, 0), look.color, sight.dark);
    painter.setPen(text);
    painter.drawText(legend + QPointF(longest_px + 12, 0),
                     QStringLiteral("%1  %2 %3").arg(look.name, shortText(value, 3), look.unit));
}

void Vectors::paint(QPainter& painter, const Sight& sight) {
    const auto count = std::count(shown_.begin(), shown_.end(), true);
    if (count == 0) return;
    readScales(sight);
    const double line = painter.fontMetrics().height() + 6.0;
    const QRectF plate(10.0, below, longest_px + 170.0, static_cast<double>(count) * line + 10.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(haloColor(sight.dark, 200));
    painter.drawRoundedRect(plate, 5, 5);
    double y = plate.top() + line - 2.0;
    for (std::size_t k = 0; k < vectorKinds; ++k) {
        if (!shown_[k]) continue;
        paintKind(painter, sight, static_cast<VectorKind>(k), {plate.left() + 12.0, y});
        y += line;
    }
}

}  // namespace momentree::app

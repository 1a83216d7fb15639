// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/study/summary.hpp"

namespace momentree {
namespace {

void raise(double& most, double value) {
    if (!std::isnan(value) && !(value <= most)) most = value;
}

/// Interval between rows, 0 if there are fewer than two. The first interval may be shorter where a
/// run continues another, the last one at the end; intervals of older rows are longer after
/// thinning.
double interval(const Recording& recording) {
    const std::size_t rows = recording.size();
    if (rows < 2) return 0.0;
    const std::size_t row = rows < 4 ? rows - 1 : rows - 2;
    return recording.at(row, 0) - recording.at(row - 1, 0);
}

/// The first row after `time`.
std::size_t rowAfter(const Recording& recording, double time) {
    if (recording.size() == 0 || recording.at(0, 0) > time) return 0;
    return recording.rowAt(time) + 1;
}

bool isWhole(double ratio) {
    return ratio > 0.5 && std::abs(ratio - std::round(ratio)) < 1e-6 * ratio;
}

/// Whether rows of both have equal times regularly.
bool meet(double a, double b) {
    constexpr int mostIntervals = 10;
    for (int n = 1; n <= mostIntervals; ++n)
        if (isWhole(n * a / b) || isWhole(n * b / a)) return true;
    return false;
}

/// The reference at one instant: a row, or a point between two rows.
struct Instant {
    std::span<const double> before, after;  ///< `after` is empty if the instant is that of `before`
    double fraction = 0.0;                  ///< of the interval from `before` to `after`

    Vector3d position(int body) const {
        const auto at = static_cast<std::size_t>(body);
        const Eigen::Map<const Vector3d> r0(before.data() + at);
        if (after.empty()) return r0;
        const Eigen::Map<const Vector3d> r1(after.data() + at), v0(before.data() + at + 7),
            v1(after.data() + at + 7);
        const double s = fraction, h = after[0] - before[0];
        return (1.0 + 2.0 * s) * (1.0 - s) * (1.0 - s) * r0 + s * s * (3.0 - 2.0 * s) * r1 +
               h * s * (1.0 - s) * ((1.0 - s) * v0 - s * v1);
    }
    double value(int column) const {
        const auto at = static_cast<std::size_t>(column);
        return after.empty() ? before[at] : before[at] + fraction * (after[at] - before[at]);
    }
    Vector3d vector(int column) const {
        return {value(column), value(column + 1), value(column + 2)};
    }
};

enum class Found : std::uint8_t { Yes, No, Later };

/// Finds the reference at `t`; `close` is the largest difference of equal times.
Found find(const Recording& reference, double t, double close, bool interpolate, Instant& out) {
    const std::size_t rows = reference.size(), index = reference.rowAt(t + close);
    const double found = reference.at(index, 0);
    out = {reference.row(index), {}, 0.0};
    if (std::abs(found - t) <= close) return Found::Yes;
    if (found > t) return Found::No;  // a branch begins after this row
    if (index + 1 == rows) return Found::Later;
    if (!interpolate) return Found::No;
    out.after = reference.row(index + 1);
    out.fraction = (t - found) / (out.after[0] - found);
    return Found::Yes;
}

void compare(RunExtremes& extremes, const Model& model, const RowLayout& layout,
             std::span<const double> row, const Instant& reference) {
    const auto vector = [&](int column) { return Eigen::Map<const Vector3d>(row.data() + column); };
    extremes.finalDifference = notKnown;
    for (int body = 0; body < static_cast<int>(model.bodies.size()); ++body) {
        const int column = layout.body(body);
        raise(extremes.finalDifference, (vector(column) - reference.position(column)).norm());
    }
    raise(extremes.positionDifference, extremes.finalDifference);
    const auto total = static_cast<std::size_t>(layout.total());
    raise(extremes.energyDifference, std::abs(row[total] - reference.value(layout.total())));
    for (int joint = 0; joint < static_cast<int>(model.joints.size()); ++joint) {
        const int column = layout.jointReaction(joint);
        raise(extremes.forceDifference, (vector(column) - reference.vector(column)).norm());
        raise(extremes.momentDifference,
              (vector(column + 3) - reference.vector(column + 3)).norm());
    }
}

void compareRows(RunExtremes& extremes, const Model& model, const RowLayout& layout,
                 const Recording& recording, const Recording& reference) {
    const double here = interval(recording), there = interval(reference);
    if (!(here > 0.0 && there > 0.0)) return;
    const bool interpolate = !meet(here, there);
    if (interpolate && std::min(recording.size(), reference.size()) < 3) return;
    extremes.interpolated = interpolate;
    const double close = 1e-6 * std::min(here, there);
    for (std::size_t k = rowAfter(recording, extremes.comparedTime); k < recording.size(); ++k) {
        const std::span<const double> row = recording.row(k);
        if (row[0] > extremes.seenTime) return;
        Instant instant;
        const Found found = find(reference, row[0], close, extremes.interpolated, instant);
        if (found == Found::Later) return;
        if (found == Found::Yes) compare(extremes, model, layout, row, instant);
        extremes.comparedTime = row[0];
        ++extremes.compared;
    }
}

}  // namespace

void takeIn(RunExtremes& extremes, const Model& model, const RowLayout& layout,
            const Recording& recording, const Recording* reference) {
    const std::size_t rows = recording.size();
    const int balance = layout.column("balance");
    for (std::size_t row = rowAfter(recording, extremes.seenTime); row < rows; ++row) {
        const double energy = recording.at(row, layout.total());
        if (extremes.rows == 0) extremes.initialEnergy = energy;
        raise(extremes.energyError, std::abs(energy - extremes.initialEnergy));
        if (balance >= 0) raise(extremes.balance, std::abs(recording.at(row, balance)));
        raise(extremes.driftPosition, recording.at(row, layout.driftPosition()));
        raise(extremes.driftVelocity, recording.at(row, layout.driftVelocity()));
        raise(extremes.driftAcceleration, recording.at(row, layout.driftAcceleration()));
        extremes.seenTime = recording.at(row, 0);
        ++extremes.rows;
    }
    if (reference != nullptr && reference->width() == recording.width() && reference->size() > 0)
        compareRows(extremes, model, layout, recording, *reference);
}

}  // namespace momentree

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/curve_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/diagnostics/column_units.hpp"
#include "core/session/run_origin.hpp"

namespace momentree::app {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double rounding = 1e-17;  ///< relative to the largest value
constexpr std::size_t rowsLooked = 16;

}  // namespace

void CurveRows::set(std::vector<PlotSource> runs, const std::vector<PlotSeries>& curves,
                    std::optional<std::size_t> minus, bool size) {
    minus_ = minus;
    size_ = size;
    tracks_.clear();
    for (PlotSource& run : runs) {
        const RowLayout& first = tracks_.empty() ? run.layout : tracks_.front().source.layout;
        std::vector<Curve> own;
        for (const PlotSeries& curve : curves) {
            const auto at = static_cast<std::size_t>(curve.column);
            // A probe and a body may have columns of the same name; the same position is meant.
            const bool same =
                at < run.layout.names().size() && run.layout.names()[at] == first.names()[at];
            const int column = same ? curve.column : run.layout.column(first.names()[at]);
            own.push_back({column, curve.fromStart, curve.scale, {}, 0.0, {}});
        }
        tracks_.push_back({std::move(run), std::move(own), {}, 0, 0});
        findAlike(tracks_.back());
    }
}

void CurveRows::findAlike(Track& track) {
    const auto origin = track.source.recording ? track.source.recording->origin() : nullptr;
    if (!origin || !origin->model) return;
    const std::vector<std::string> units = columnUnits(*origin->model, track.source.layout);
    for (Curve& curve : track.curves)
        for (int k = 1; curve.column >= 0 && k < track.source.layout.csvWidth(); ++k)
            if (units[static_cast<std::size_t>(k)] == units[static_cast<std::size_t>(curve.column)])
                curve.alike.push_back(k);
}

/// Looks at a few rows whenever their number has doubled.
void CurveRows::findLargest(Track& track) {
    const Recording& rows = *track.source.recording;
    if (rows.size() < 2 * track.looked || rows.size() == 0) return;
    track.looked = rows.size();
    for (Curve& curve : track.curves) {
        for (std::size_t k = 0; k <= rowsLooked; ++k)
            for (const int column : curve.alike)
                if (const double size =
                        std::abs(rows.at(k * (rows.size() - 1) / rowsLooked, column));
                    std::isfinite(size))
                    curve.largest = std::max(curve.largest, size);
    }
}

double CurveRows::floor(std::size_t run, std::size_t curve) const {
    const Curve& one = tracks_[run].curves[curve];
    return rounding * std::abs(one.scale) * one.largest;
}

bool CurveRows::followThinned(Track& track) {
    std::shared_ptr<const Recording> last = newest(track.source.recording);
    if (last == track.source.recording) return false;
    track.source.recording = std::move(last);
    return true;
}

void CurveRows::readEarlier(Track& track) {
    const Recording& rows = *track.source.recording;
    double end = rows.size() > 0 ? rows.at(0, 0) : -std::numeric_limits<double>::infinity();
    std::vector<std::pair<const Recording*, std::size_t>> parts;  // with their rows, newest first
    for (auto part = track.source.earlier.rbegin(); part != track.source.earlier.rend(); ++part) {
        const Recording& before = **part;
        std::size_t count = 0;
        while (count < before.size() && before.at(count, 0) < end) ++count;
        parts.emplace_back(&before, count);
        if (count > 0) end = before.at(0, 0);
    }
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        for (std::size_t row = 0; row < part->second; ++row) {
            const Recording& before = *part->first;
            track.times.push_back(before.at(row, 0));
            for (Curve& curve : track.curves) {
                const double start = curve.fromStart ? before.at(0, curve.column) : 0.0;
                curve.values.append(
                    curve.column < 0 ? none : curve.scale * (before.at(row, curve.column) - start));
            }
        }
    track.earlier = track.times.size();
}

bool CurveRows::pull() {
    const bool all = minus_ && followThinned(tracks_[*minus_]);
    for (Track& track : tracks_)
        if (followThinned(track) || all) {
            track.times.clear();
            track.earlier = 0;
            for (Curve& curve : track.curves) curve.values.clear();
        }
    bool any = false;
    for (std::size_t run = 0; run < tracks_.size(); ++run) any = pull(run) || any;
    return any;
}

bool CurveRows::pull(std::size_t run) {
    Track& track = tracks_[run];
    if (!track.source.recording || (minus_ && !tracks_[*minus_].source.recording)) return false;
    findLargest(track);
    const bool differs = minus_ && *minus_ != run;
    double last = std::numeric_limits<double>::infinity();
    if (differs) {
        const Recording& other = *tracks_[*minus_].source.recording;
        last = other.size() > 0 ? other.at(other.size() - 1, 0) : -last;
    }
    const std::size_t taken = track.times.size(), count = track.source.recording->size();
    if (taken == 0 && !minus_) readEarlier(track);
    for (std::size_t row = track.times.size() - track.earlier; row < count; ++row) {
        const double time = track.source.recording->at(row, 0);
        if (time > last) break;
        track.times.push_back(time);
        for (std::size_t i = 0; i < track.curves.size(); ++i) {
            double value = raw(track, i, row);
            if (minus_) value = differs ? value - reference(i, time) : none;
            track.curves[i].values.append(size_ ? std::abs(value) : value);
        }
    }
    return track.times.size() > taken;
}

double CurveRows::raw(const Track& track, std::size_t curve, std::size_t row) const {
    const Curve& one = track.curves[curve];
    if (one.column < 0) return none;
    const double start = one.fromStart ? track.source.recording->at(0, one.column) : 0.0;
    return one.scale * (track.source.recording->at(row, one.column) - start);
}

double CurveRows::reference(std::size_t curve, double time) const {
    const Track& track = tracks_[*minus_];
    const Recording& rows = *track.source.recording;
    const std::size_t row = rows.rowAt(time);
    const double begin = rows.at(row, 0);
    if (time < begin) return none;
    const double value = raw(track, curve, row);
    if (time == begin || row + 1 >= rows.size()) return time == begin ? value : none;
    const double part = (time - begin) / (rows.at(row + 1, 0) - begin);
    return value + part * (raw(track, curve, row + 1) - value);
}

double CurveRows::at(std::size_t run, std::size_t curve, std::size_t row) const {
    const MinMaxPyramid& column = values(run, curve);
    return row < column.size() ? column[row] : none;
}

double CurveRows::interpolated(std::size_t run, std::size_t curve, double time) const {
    const std::vector<double>& rows = times(run);
    const auto after = std::lower_bound(rows.begin(), rows.end(), time);
    if (after == rows.end()) return none;
    const auto next = static_cast<std::size_t>(after - rows.begin());
    if (*after == time) return at(run, curve, next);
    if (next == 0) return none;
    const double part = (time - rows[next - 1]) / (rows[next] - rows[next - 1]);
    return std::lerp(at(run, curve, next - 1), at(run, curve, next), part);
}

std::size_t CurveRows::nearestRow(std::size_t run, double time) const {
    const std::vector<double>& rows = times(run);
    const auto after = std::lower_bound(rows.begin(), rows.end(), time);
    const auto index = static_cast<std::size_t>(after - rows.begin());
    if (index == 0) return 0;
    if (index == rows.size()) return index - 1;
    return time - rows[index - 1] < rows[index] - time ? index - 1 : index;
}

Extremes CurveRows::extremes(std::size_t run, std::size_t curve, ValueRange time) const {
    const std::vector<double>& rows = times(run);
    const auto first = std::lower_bound(rows.begin(), rows.end(), time.lower);
    const auto last = std::upper_bound(rows.begin(), rows.end(), time.upper);
    if (first >= last) return {};
    return values(run, curve)
        .extremes(static_cast<std::size_t>(first - rows.begin()),
                  static_cast<std::size_t>(last - rows.begin()))
        .flushed(floor(run, curve));
}

}  // namespace momentree::app

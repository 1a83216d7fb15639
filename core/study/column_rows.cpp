// SPDX-License-Identifier: Apache-2.0
#include "core/study/column_rows.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/diagnostics/probes.hpp"
#include "core/formulations/batch/neighbours.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/math/index.hpp"
#include "core/model/nearest_name.hpp"
#include "core/session/run.hpp"
#include "core/session/run_limits.hpp"
#include "core/session/run_setup.hpp"
#include "core/study/neighbour_steppers.hpp"

namespace momentree {
namespace {

using Eigen::Index;

/// Quantities of probes that poses and velocities give.
constexpr std::array<std::string_view, 12> withoutForces{"position",
                                                         "velocity",
                                                         "angular_velocity_world",
                                                         "angular_velocity_body",
                                                         "rotation_matrix_entry",
                                                         "joint_angle",
                                                         "joint_rate",
                                                         "joint_displacement",
                                                         "point_distance",
                                                         "kinetic_energy",
                                                         "potential_energy",
                                                         "total_energy"};

bool isWithin(int column, int first, int count) {
    return first <= column && column < first + count;
}

/// Whether a column is a coordinate or speed of a joint.
bool isOfJoint(const Model& model, const RowLayout& layout, int column) {
    for (int k = 0; k < static_cast<int>(model.joints.size()); ++k)
        if (isWithin(column, layout.jointQ(k), layout.jointCoordinates(k)) ||
            isWithin(column, layout.jointU(k), layout.jointSpeeds(k)))
            return true;
    return false;
}

/// Whether a column is the pose or velocity of a body, a coordinate or speed of a joint, an energy
/// or a probe.
bool isMovement(const Model& model, const RowLayout& layout, int column) {
    const int bodies = static_cast<int>(model.bodies.size());
    return isWithin(column, 0, layout.body(bodies)) || isWithin(column, layout.kinetic(), 3) ||
           isWithin(column, layout.probe(0), layout.probeCount()) ||
           isOfJoint(model, layout, column);
}

Result<ColumnRows> ofWholeRun(const Catalogue& catalogue, const std::shared_ptr<const Model>& model,
                              const RunSpec& spec, std::span<const int> columns,
                              const std::stop_token& stop) {
    const auto run = Run::create(catalogue, model, spec);
    if (!run) return tl::unexpected(run.error());
    while (!(*run)->finished())
        if (const Progress progress = (*run)->advance(stop); progress.status != StepStatus::Reached)
            return fail(error(Place::run(), (*run)->failure(progress)));
    const Recording& rows = *(*run)->recording();
    ColumnRows out;
    out.values.resize(static_cast<Index>(rows.size()), std::ssize(columns));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        out.times.push_back(rows.at(r, 0));
        for (std::size_t c = 0; c < columns.size(); ++c)
            out.values(static_cast<Index>(r), static_cast<Index>(c)) = rows.at(r, columns[c]);
    }
    return out;
}

/// Reads columns of a run, row by row.
class ColumnReader {
public:
    ColumnReader(std::shared_ptr<const Model> model, const RunSpec& spec,
                 std::span<const int> columns)
        : model_(std::move(model)),
          settings_(spec),
          layout_(*model_),
          columns_(columns.begin(), columns.end()),
          row_(toIndex(layout_.width()), 0.0) {
        resizeFor(*model_, layout_, columns, sample_);
        out_.values.resize(last() + 1, std::ssize(columns_));
    }
    std::int64_t last() const { return sampleCount(settings_); }
    /// @return false if the run ends before
    bool read(Stepper& stepper, std::int64_t r, const std::stop_token& stop) {
        const double time =
            r == last() ? settings_.duration : static_cast<double>(r) * settings_.sample;
        if (r > 0 && stepper.advance(time, stop).status != StepStatus::Reached) return false;
        stepper.observe(sample_);
        evaluateProbes(*model_, sample_);
        layout_.write(sample_, row_);
        out_.times.push_back(time);
        for (std::size_t c = 0; c < columns_.size(); ++c)
            out_.values(r, static_cast<Index>(c)) = row_[toIndex(columns_[c])];
        return true;
    }
    ColumnRows take() { return std::move(out_); }

private:
    std::shared_ptr<const Model> model_;
    RunSpec settings_;
    RowLayout layout_;
    std::vector<int> columns_;
    std::vector<double> row_;
    Sample sample_;
    ColumnRows out_;
};

/// The columns of runs that share registers, of at most as many as there are in lanes; empty if
/// they do not suit or one of them ends early.
std::vector<ColumnRows> inLanes(const Catalogue& catalogue,
                                std::span<const std::shared_ptr<const Model>> models,
                                const RunSpec& spec, const std::vector<std::string>& columns,
                                const std::stop_token& stop) {
    if (models.size() < 2) return {};
    std::vector<NeighbourStart> starts;
    std::vector<ColumnReader> readers;
    for (const auto& model : models) {
        const RowLayout layout(*model);
        const auto wanted = columnsNamed(layout, columns);
        if (!suitsNeighbours(*model, spec) || !wanted || needForces(*model, layout, *wanted))
            return {};
        auto start = assemble(*model);
        if (!start) return {};
        starts.push_back({model, *std::move(start)});
        readers.emplace_back(model, spec, *wanted);
    }
    while (starts.size() < neighbourCount) starts.push_back(starts.back());
    const auto begun = startNeighbours(catalogue, spec, starts, nullptr);
    if (!begun || !begun->together) return {};
    for (std::int64_t r = 0; r <= readers[0].last(); ++r)
        for (std::size_t k = 0; k < readers.size(); ++k)
            if (!readers[k].read(*begun->all[k], r, stop)) return {};
    std::vector<ColumnRows> all;
    all.reserve(readers.size());
    for (ColumnReader& reader : readers) all.push_back(reader.take());
    return all;
}

}  // namespace

Result<std::vector<int>> columnsNamed(const RowLayout& layout,
                                      const std::vector<std::string>& names) {
    std::vector<int> columns;
    for (const std::string& name : names) {
        columns.push_back(layout.column(name));
        if (columns.back() < 0)
            return fail(error(Place::option("--columns"),
                              MOMENTREE_TEXT("fit-no-column", "a run has no column '%1'%2")(
                                  name, didYouMean(name, layout.names()))));
    }
    return columns;
}

bool needForces(const Model& model, const RowLayout& layout, std::span<const int> columns) {
    const auto isPlain = [](const Probe& probe) {
        return std::ranges::find(withoutForces, probe.what.quantity) != withoutForces.end();
    };
    return !std::ranges::all_of(model.probes, isPlain) ||
           !std::ranges::all_of(columns,
                                [&](int column) { return isMovement(model, layout, column); });
}

void resizeFor(const Model& model, const RowLayout& layout, std::span<const int> columns,
               Sample& sample) {
    sample.resize(model);
    if (needForces(model, layout, columns)) return;
    sample.accelerations.clear();
    sample.motionEfforts.clear();
    const bool ofJoints =
        std::ranges::any_of(model.probes, [](const Probe& probe) { return probe.joint >= 0; }) ||
        std::ranges::any_of(columns, [&](int column) { return isOfJoint(model, layout, column); });
    if (!ofJoints) sample.joints.clear();
}

Result<ColumnRows> columnRows(const Catalogue& catalogue, const std::shared_ptr<const Model>& model,
                              const RunSpec& spec, const std::vector<std::string>& columns,
                              const std::stop_token& stop) {
    const RowLayout layout(*model);
    const auto named = columnsNamed(layout, columns);
    if (!named) return tl::unexpected(named.error());
    const std::vector<int>& wanted = *named;
    if (needForces(*model, layout, wanted)) return ofWholeRun(catalogue, model, spec, wanted, stop);
    auto setup = setUpRun(catalogue, model, spec);
    if (!setup) return tl::unexpected(std::move(setup.error()));
    ColumnReader reader(setup->model, setup->spec, wanted);
    for (std::int64_t r = 0; r <= reader.last(); ++r)
        if (!reader.read(*setup->stepper, r, stop))
            return ofWholeRun(catalogue, model, spec, wanted, stop);
    return reader.take();
}

Result<std::vector<ColumnRows>> columnRowsNear(
    const Catalogue& catalogue, const std::vector<std::shared_ptr<const Model>>& models,
    const RunSpec& spec, const std::vector<std::string>& columns, const std::stop_token& stop) {
    std::vector<ColumnRows> all;
    for (std::size_t first = 0; first < models.size(); first += neighbourCount) {
        const std::span some(models.data() + first,
                             std::min(neighbourCount, models.size() - first));
        auto together = inLanes(catalogue, some, spec, columns, stop);
        for (std::size_t k = 0; k < some.size(); ++k) {
            if (!together.empty()) {
                all.push_back(std::move(together[k]));
                continue;
            }
            auto rows = columnRows(catalogue, some[k], spec, columns, stop);
            if (!rows) return tl::unexpected(rows.error());
            all.push_back(*std::move(rows));
        }
    }
    return all;
}

}  // namespace momentree

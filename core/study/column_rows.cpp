// SPDX-License-Identifier: Apache-2.0
#include "core/study/column_rows.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/diagnostics/probes.hpp"
#include "core/math/index.hpp"
#include "core/model/nearest_name.hpp"
#include "core/session/run.hpp"
#include "core/session/run_limits.hpp"
#include "core/session/run_setup.hpp"

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
    const RunSpec& settings = setup->spec;
    const std::int64_t last = sampleCount(settings);
    ColumnRows out;
    out.values.resize(last + 1, std::ssize(wanted));
    Sample sample;
    resizeFor(*setup->model, layout, wanted, sample);
    std::vector<double> row(toIndex(layout.width()), 0.0);
    for (std::int64_t r = 0; r <= last; ++r) {
        const double time =
            r == last ? settings.duration : static_cast<double>(r) * settings.sample;
        // A run that ends early says why.
        if (r > 0 && setup->stepper->advance(time, stop).status != StepStatus::Reached)
            return ofWholeRun(catalogue, model, spec, wanted, stop);
        setup->stepper->observe(sample);
        evaluateProbes(*setup->model, sample);
        layout.write(sample, row);
        out.times.push_back(time);
        for (std::size_t c = 0; c < wanted.size(); ++c)
            out.values(r, static_cast<Index>(c)) = row[toIndex(wanted[c])];
    }
    return out;
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/study/forward_slopes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/diagnostics/probes.hpp"
#include "core/diagnostics/row_layout.hpp"
#include "core/execution/workers.hpp"
#include "core/formulations/batch/neighbours.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/math/index.hpp"
#include "core/model/at_value.hpp"
#include "core/model/evaluate.hpp"
#include "core/number_text.hpp"
#include "core/session/later_start.hpp"
#include "core/session/run_limits.hpp"
#include "core/study/column_rows.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Neighbours at k h, ahead and behind.
constexpr int pairs = 2;
static_assert(2 * std::size_t{pairs} == neighbourCount);
constexpr std::array<double, pairs> fourth{4.0 / 3.0, -1.0 / 3.0};  ///< of differences over 2 k h
constexpr std::array<double, pairs> second{1.0, 0.0};               ///< the same of order two
constexpr double firstShare = 2e-3;  ///< h over the parameter, at most
constexpr double wanted = 1e-3;     ///< distance of the farthest neighbour when they begin, at most
constexpr double nearest = 1e-4;    ///< and at least
constexpr double growth = 4.0;      ///< of that distance, before they begin again
constexpr double mostBend = 1e-7;   ///< of the motion between neighbours, before they begin again
constexpr double cornerFrom = 0.3;  ///< term of order three over that of order two
constexpr double mostRows = 8.0;    ///< between two looks
constexpr int perBody = 13;

VectorXd stateOf(const Sample& sample) {
    const auto bodies = std::ssize(sample.bodies), controllers = std::ssize(sample.controllers);
    VectorXd all(perBody * bodies + controllers);
    for (Index i = 0; i < bodies; ++i) {
        const BodyState& body = sample.bodies[static_cast<std::size_t>(i)];
        all.segment<perBody>(perBody * i) << body.r, body.e, body.v, body.w;
    }
    all.tail(controllers) = Eigen::Map<const VectorXd>(sample.controllers.data(), controllers);
    return all;
}

/// Quaternions of the same sign as in another sample.
void alignTo(const Model& model, const Sample& other, Sample& sample) {
    for (std::size_t i = 0; i < sample.bodies.size(); ++i)
        if (sample.bodies[i].e.dot(other.bodies[i].e) < 0.0) sample.bodies[i].e *= -1.0;
    for (std::size_t j = 0; j < sample.joints.size(); ++j) {
        const int count = coordinateCount(model.joints[j].kind);
        if (speedCount(model.joints[j].kind) == count) continue;
        Eigen::Map<Eigen::Vector4d> own(sample.joints[j].q.data() + count - 4);
        if (own.dot(Eigen::Map<const Eigen::Vector4d>(other.joints[j].q.data() + count - 4)) < 0.0)
            own *= -1.0;
    }
}

/// Weighted sum of differences over 2 k h.
VectorXd slopeOf(const std::array<VectorXd, pairs>& differences, double h,
                 const std::array<double, pairs>& weights) {
    VectorXd sum = VectorXd::Zero(differences[0].size());
    for (std::size_t k = 0; k < pairs; ++k)
        sum += weights[k] / (2.0 * static_cast<double>(k + 1) * h) * differences[k];
    return sum;
}

/// Values at p + k h and p - k h.
using Beside = std::array<std::array<VectorXd, 2>, pairs>;

std::array<VectorXd, pairs> differencesOf(const Beside& values) {
    std::array<VectorXd, pairs> out;
    std::ranges::transform(values, out.begin(),
                           [](const auto& pair) -> VectorXd { return pair[0] - pair[1]; });
    return out;
}

/// The fourth difference over h, the term of order three of a slope to one side. It is large where
/// corners are between the neighbours, or closing the loops changed what is beside the run.
VectorXd oneSided(const Beside& values, const VectorXd& middle, double h) {
    return (values[1][0] + values[1][1] - 4.0 * (values[0][0] + values[0][1]) + 6.0 * middle) /
           (12.0 * h);
}

/// What a slope of order four leaves out, relative, from the terms of order two and three before
/// it: those of a series fall alike.
double leftOut(double second, double third) {
    const double falls = second > third ? third / second : 1.0;
    return std::max(second * second, falls * third);
}

}  // namespace

double parameterValue(const Model& model, const std::string& parameter) {
    return std::ranges::find(model.description.parameters, parameter, &ParameterDescription::name)
        ->value.value;
}

/// The neighbours at p + k h and p - k h.
struct ForwardSlopes::Pair {
    std::array<std::shared_ptr<const Model>, 2> models;
    std::array<std::unique_ptr<Stepper>, 2> steppers;
    std::array<Sample, 2> samples;
};
struct ForwardSlopes::Neighbours {
    explicit Neighbours(int threads) : workers(threads) {}

    std::string parameter;
    double value = 0.0, h = 0.0;
    double from = 0.0;      ///< time of the steppers' time 0 [s]
    bool together = false;  ///< as one system
    double begun = wanted;  ///< distance of the farthest neighbour when they began
    std::array<Pair, pairs> all;
    std::vector<Beside> columns;  ///< [rows] those of the last advance
    Workers workers;              ///< of those ahead and those behind
};

std::optional<Message> ForwardSlopes::refusal(const SensitivityRequest& request,
                                              const std::vector<std::string>& columns) {
    if (request.spec.backend != "sequential")
        return MOMENTREE_TEXT("sensitivity-backend",
                              "the backend '%1' may round each run differently; choose "
                              "sequential")(request.spec.backend);
    const RowLayout layout(*request.model);
    const auto given = [&](const std::string& name) {
        const int column = layout.column(name);
        if (column >= layout.csvWidth())
            return column >= layout.works() && name.ends_with(".power");
        const int probe = column - layout.probe(0);
        return probe < 0 || probe >= layout.probeCount() ||
               !request.model->probes[toIndex(probe)].what.quantity.ends_with("_work");
    };
    const auto other = std::ranges::find_if_not(columns, given);
    if (other == columns.end()) return std::nullopt;
    return MOMENTREE_TEXT("sensitivity-counted",
                          "the column '%1' counts from the start of the run and is no function of "
                          "its state; ask for it alone")(*other);
}

ForwardSlopes::ForwardSlopes(const Catalogue& catalogue, const SensitivityRequest& request,
                             const std::vector<std::string>& columns)
    : catalogue_(catalogue),
      request_(request),
      counted_(countedAngles(*request.model)),
      layout_(*request.model) {
    for (const std::string& name : columns) columns_.push_back(layout_.column(name));
}

/// @param starts ahead and behind, pair by pair, at the time `around.from`
Result<void> ForwardSlopes::startAll(Neighbours& around,
                                     const std::vector<NeighbourStart>& starts) const {
    const std::optional<SharedSteps> steps =
        steps_ ? std::optional(steps_->givenFrom(around.from)) : std::nullopt;
    auto begun = startNeighbours(catalogue_, request_.spec, starts, steps ? &*steps : nullptr);
    if (!begun) return tl::unexpected(begun.error());
    around.together = begun->together;
    for (std::size_t k = 0; k < starts.size(); ++k)
        around.all[k / 2].steppers[k % 2] = std::move(begun->all[k]);
    return {};
}

/// Angles that are not those of joints, nor turn with one, are followed from row to row.
ForwardSlopes::Instant ForwardSlopes::instantOf(const Model& model, const Sample& sample,
                                                const Instant* before) const {
    Instant now;
    now.sample = sample;
    now.known.resize(toIndex(counted_.joints));
    for (std::size_t a = 0; a < now.known.size(); ++a) {
        const std::size_t joint = toIndex(counted_.all[a].joint);
        const int first = firstAngle(model.joints[joint].kind);
        now.known[a] =
            sample.joints[joint].q[toIndex(first) + a - toIndex(counted_.ofJoint[joint])];
    }
    now.angles = anglesNear(counted_, kinematicsOf(sample.bodies), now.known);
    for (std::size_t a = now.known.size(); before != nullptr && a < counted_.all.size(); ++a)
        if (counted_.all[a].hinge < 0) now.angles[a] = withTurns(now.angles[a], before->angles[a]);
    return now;
}

VectorXd ForwardSlopes::columnsOf(const Model& model, Sample& sample) const {
    evaluateProbes(model, sample);
    std::vector<double> row(toIndex(layout_.width()), 0.0);
    layout_.write(sample, row);
    VectorXd values(std::ssize(columns_));
    for (std::size_t c = 0; c < columns_.size(); ++c)
        values[static_cast<Index>(c)] = row[toIndex(columns_[c])];
    return values;
}

Result<void> ForwardSlopes::run(const std::stop_token& stop) {
    const auto start = assemble(*request_.model);
    if (!start) return tl::unexpected(start.error());
    const std::int64_t last = sampleCount(request_.spec);
    for (std::int64_t row = 0; row <= last; ++row)
        times_.push_back(row == last ? request_.spec.duration
                                     : static_cast<double>(row) * request_.spec.sample);
    if (request_.spec.integrator == "dopri5")
        steps_ = std::make_shared<SharedSteps>(SharedSteps{.stops = times_});
    auto stepper = startRun(catalogue_, request_.spec, {request_.model, *start}, steps_);
    if (!stepper) return tl::unexpected(stepper.error());
    size_ = mechanismScales(*request_.model, kinematicsOf(start->bodies)).largest();
    Sample sample;
    resizeFor(*request_.model, layout_, columns_, sample);
    sample.joints.resize(request_.model->joints.size());  // whose angles count turns
    values_.resize(last + 1, std::ssize(columns_));
    for (std::int64_t row = 0; row <= last; ++row) {
        if (row > 0)
            if (const Progress progress =
                    (*stepper)->advance(times_[static_cast<std::size_t>(row)], stop);
                progress.status != StepStatus::Reached)
                return fail(error(Place::run(),
                                  MOMENTREE_TEXT("sensitivity-run-failed",
                                                 "the run ends at t = %1 s (%2), so that it has no "
                                                 "derivatives; see what the command run says")(
                                      numberText(progress.time, 6), statusName(progress.status))));
        (*stepper)->observe(sample);
        instants_.push_back(
            instantOf(*request_.model, sample, instants_.empty() ? nullptr : &instants_.back()));
        values_.row(row) = columnsOf(*request_.model, sample).transpose();
        for (const BodyState& body : sample.bodies)
            fastest_ = std::max({fastest_, body.v.norm(), size_ * body.w.norm()});
    }
    return {};
}

double ForwardSlopes::reachOf(const Direction& direction) const {
    double reach = 0.0;
    const double speed = std::max(fastest_, size_ / request_.spec.duration);
    for (std::size_t i = 0; i < request_.model->bodies.size(); ++i) {
        const auto body = direction.segment<perBody>(perBody * static_cast<Index>(i));
        reach =
            std::max({reach, body.head<3>().norm() / size_, 2.0 * body.segment<4>(3).norm(),
                      body.segment<3>(7).norm() / speed, size_ * body.tail<3>().norm() / speed});
    }
    return reach;
}

InitialState ForwardSlopes::moved(const Instant& from, const Direction& by, double h) const {
    InitialState state{from.sample.bodies, {}, 0.0};
    for (std::size_t i = 0; i < state.bodies.size(); ++i) {
        const VectorXd body = h * by.segment<perBody>(perBody * static_cast<Index>(i));
        BodyState& own = state.bodies[i];
        own.r += body.head<3>();
        own.e = Quat<double>((own.e + Quat<double>(body.segment<4>(3))).normalized());
        own.v += body.segment<3>(7);
        own.w += body.tail<3>();
    }
    state.angles = anglesNear(counted_, kinematicsOf(state.bodies), from.known);
    for (std::size_t a = from.known.size(); a < counted_.all.size(); ++a)
        if (counted_.all[a].hinge < 0) state.angles[a] = withTurns(state.angles[a], from.angles[a]);
    const std::vector<double>& controllers = from.sample.controllers;
    for (std::size_t k = 0; k < controllers.size(); ++k)
        state.angles.push_back(controllers[k] +
                               h * by[by.size() - std::ssize(controllers) + static_cast<Index>(k)]);
    return state;
}

Result<void> ForwardSlopes::build(Neighbours& around, double h) const {
    around.h = h;
    for (std::size_t k = 0; k < pairs; ++k)
        for (const std::size_t side : {0U, 1U}) {
            const double change = (side == 0 ? 1.0 : -1.0) * static_cast<double>(k + 1) * h;
            ModelDescription description = request_.model->description;
            if (auto given =
                    giveParameter(description, around.parameter, Scalar(around.value + change));
                !given)
                return given;
            auto model = buildModel(std::move(description));
            if (!model)
                return tl::unexpected(
                    atValue(model.error(), around.parameter, around.value + change));
            around.all[k].models[side] = *std::move(model);
            resizeFor(*around.all[k].models[side], layout_, columns_, around.all[k].samples[side]);
        }
    return {};
}

/// At starts of their own, with the largest h that keeps them near enough.
Result<void> ForwardSlopes::begin(Neighbours& around) const {
    double h = firstShare * (around.value == 0.0 ? 1.0 : std::abs(around.value));
    constexpr int most = 20;
    for (int round = 0; round < most; ++round) {
        if (auto built = build(around, h); !built) return built;
        std::vector<NeighbourStart> starts;
        for (const Pair& pair : around.all)
            for (const std::size_t side : {0U, 1U}) {
                const auto start = assemble(*pair.models[side]);
                if (!start)
                    return tl::unexpected(
                        atValue(start.error(), around.parameter,
                                parameterValue(*pair.models[side], around.parameter)));
                starts.push_back({pair.models[side], *start});
            }
        if (auto good = startAll(around, starts); !good) return good;
        if (auto seen = advance(around, 0, 0, {}); !seen) return seen;
        const double apart = 0.5 * reachOf(differenceOf(around.all.back()));
        if (apart <= growth * wanted) return {};
        h *= 0.5 * wanted / apart;
    }
    return {};
}

/// From the run at a row, moved along its derivative.
Result<void> ForwardSlopes::beginAgain(Neighbours& around, std::size_t row,
                                       const Direction& direction) const {
    const Instant& from = instants_[row];
    const double most = firstShare * (around.value == 0.0 ? 1.0 : std::abs(around.value));
    const double reach = reachOf(direction);
    const double h = reach > 0.0 ? std::min(most, around.begun / (pairs * reach)) : most;
    if (h < 0.5 * around.h || h > 2.0 * around.h)
        if (auto built = build(around, h); !built) return built;
    around.from = times_[row];
    std::vector<NeighbourStart> starts;
    for (std::size_t k = 0; k < pairs; ++k)
        for (const std::size_t side : {0U, 1U}) {
            const double change = (side == 0 ? 1.0 : -1.0) * static_cast<double>(k + 1) * around.h;
            const LaterStart later{around.from, moved(from, direction, change), {}};
            starts.push_back({modelFrom(*around.all[k].models[side], later), later.state});
        }
    return startAll(around, starts);
}

Result<void> ForwardSlopes::advance(Neighbours& around, std::size_t first, std::size_t last,
                                    const std::stop_token& stop) const {
    std::array<Result<void>, 2> sides;
    around.columns.resize(last - first + 1);
    const auto go = [&](std::size_t k, std::size_t side, std::size_t row) -> Result<void> {
        Pair& pair = around.all[k];
        Sample& sample = pair.samples[side];
        if (times_[row] > around.from)
            if (const Progress progress =
                    pair.steppers[side]->advance(times_[row] - around.from, stop);
                progress.status != StepStatus::Reached)
                return fail(error(
                    Place::run(),
                    MOMENTREE_TEXT("sensitivity-neighbour-failed",
                                   "with another value of '%1' the run ends at t = %2 s (%3)")(
                        around.parameter, numberText(around.from + progress.time, 6),
                        statusName(progress.status))));
        pair.steppers[side]->observe(sample);
        sample.time = times_[row];
        alignTo(*pair.models[side], instants_[row].sample, sample);
        around.columns[row - first][k][side] = columnsOf(*pair.models[side], sample);
        return {};
    };
    if (around.together) {
        for (std::size_t row = first; row <= last; ++row)
            for (std::size_t k = 0; k < pairs; ++k)
                for (const std::size_t side : {0U, 1U})
                    if (auto gone = go(k, side, row); !gone) return gone;
        return {};
    }
    around.workers.forEach(2, [&](int side) {
        Result<void>& own = sides[toIndex(side)];
        for (std::size_t k = 0; k < pairs; ++k)
            for (std::size_t row = first; row <= last; ++row)
                if (own) own = go(k, toIndex(side), row);
    });
    return sides[0] ? sides[1] : sides[0];
}

ForwardSlopes::Direction ForwardSlopes::differenceOf(const Pair& pair) {
    return stateOf(pair.samples[0]) - stateOf(pair.samples[1]);
}

/// A slope that changes a column by a thousandth when the parameter doubles: a column that does not
/// depend on the parameter has rounding errors only.
double ForwardSlopes::leastOf(Index column, double parameter) const {
    constexpr double share = 1e-3;
    if (parameter == 0.0) return 0.0;
    return share * values_.col(column).lpNorm<Eigen::Infinity>() / std::abs(parameter);
}

Result<Slopes> ForwardSlopes::by(const std::string& parameter, double value, int threads,
                                 const std::stop_token& stop) const {
    Neighbours around(threads);
    around.parameter = parameter;
    around.value = value;
    if (auto begun = begin(around); !begun) return tl::unexpected(begun.error());
    Slopes out{MatrixXd(values_.rows(), values_.cols()), 0.0};
    MatrixXd seconds = out.value, thirds = out.value;
    double before = 0.0;  // errors of states from which neighbours began
    // With CVODE, the run is not in the middle of them.
    const bool apartFromRun = request_.spec.integrator.starts_with("cvode");
    const auto third = [&](const Beside& values, const VectorXd& middle) {
        return apartFromRun ? VectorXd(VectorXd::Zero(middle.size()))
                            : oneSided(values, middle, around.h);
    };
    const auto statesBeside = [&] {
        Beside states;
        for (std::size_t k = 0; k < pairs; ++k)
            for (const std::size_t side : {0U, 1U})
                states[k][side] = stateOf(around.all[k].samples[side]);
        return states;
    };
    // Rows between two looks at how far the neighbours are apart, as far as that can be foreseen.
    std::size_t rows = 1;
    double apartBefore = 0.0;
    for (std::size_t first = 0, row = 0; first < times_.size(); first = row + 1) {
        row = std::min(first + rows, times_.size()) - 1;
        if (auto moved = advance(around, first, row, stop); !moved)
            return tl::unexpected(moved.error());
        for (std::size_t k = first; k <= row; ++k) {
            const Beside& columns = around.columns[k - first];
            const auto at = static_cast<Index>(k);
            const VectorXd slope = slopeOf(differencesOf(columns), around.h, fourth);
            out.value.row(at) = slope.transpose();
            seconds.row(at) =
                (slope - slopeOf(differencesOf(columns), around.h, second)).transpose();
            thirds.row(at) = third(columns, values_.row(at).transpose()).transpose();
        }
        if (row + 1 == times_.size()) break;
        const Beside states = statesBeside();
        const Direction direction = slopeOf(differencesOf(states), around.h, fourth);
        const double reach = reachOf(direction), apart = pairs * around.h * reach;
        const double bend =
            reach > 0.0
                ? reachOf(direction - slopeOf(differencesOf(states), around.h, second)) / reach
                : 0.0;
        const double room = std::min(growth * around.begun / apart,
                                     bend > 0.0 ? std::sqrt(mostBend / bend) : mostRows);
        const double grows =
            apartBefore > 0.0
                ? std::pow(apart / apartBefore, 1.0 / static_cast<double>(row + 1 - first))
                : room;
        rows = apartFromRun || !(room > grows) ? 1
               : grows > 1.0
                   ? static_cast<std::size_t>(std::min(mostRows, std::log(room) / std::log(grows)))
                   : static_cast<std::size_t>(mostRows);
        apartBefore = apart;
        const bool bends = !apartFromRun && bend > mostBend && apart > 2.0 * nearest;
        if (!bends && apart <= growth * around.begun) continue;
        const double next = reachOf(third(states, stateOf(instants_[row].sample))) / reach;
        // Beyond a corner, all have passed it alike: no state may begin while it is between them.
        const bool corner = bend > mostBend && next > cornerFrom * bend;
        if (corner && apart <= growth * growth * around.begun) continue;
        before += leftOut(bend, next);
        around.begun = std::clamp(0.5 * apart * std::sqrt(mostBend / bend), nearest, wanted);
        if (auto again = beginAgain(around, row, direction); !again)
            return tl::unexpected(again.error());
        rows = 1;
        apartBefore = 0.0;
        // What closing the loops anew changes.
        if (auto moved = advance(around, row, row, stop); !moved)
            return tl::unexpected(moved.error());
        const Direction begun = slopeOf(differencesOf(statesBeside()), around.h, fourth);
        before += reachOf(begun - direction) / reach;
    }
    for (Index c = 0; c < values_.cols(); ++c) {
        const double size = std::max(out.value.col(c).lpNorm<Eigen::Infinity>(), leastOf(c, value));
        if (size > 0.0)
            out.error = std::max(out.error,
                                 before + leftOut(seconds.col(c).lpNorm<Eigen::Infinity>() / size,
                                                  thirds.col(c).lpNorm<Eigen::Infinity>() / size));
    }
    return out;
}

}  // namespace momentree

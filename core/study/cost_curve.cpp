// SPDX-License-Identifier: Apache-2.0
#include "core/study/cost_curve.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numbers>

#include "core/model/model.hpp"
#include "core/model/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/session/run.hpp"

namespace momentree {
namespace {

constexpr double linkLength = 0.2, linkMass = 0.5;  // [m], [kg]
constexpr double costStep = 1e-3, longest = 1e6;    // [s]
constexpr int mostBodies = 4096, stepsOfSample = 10;
constexpr double startAngle = 0.05;  ///< of neighbouring links, alternating [rad]

MarkerDescription markerAt(std::string name, double x) {
    MarkerDescription marker;
    marker.name = std::move(name);
    marker.position = {x, 0.0, 0.0};
    return marker;
}

/// A bar along its x axis.
BodyDescription link(std::string name) {
    BodyDescription body;
    body.name = std::move(name);
    body.mass = linkMass;
    const double across = linkMass * linkLength * linkLength / 12.0;
    body.inertia[0][0] = 1e-2 * across;
    body.inertia[1][1] = body.inertia[2][2] = across;
    body.markers = {markerAt("left", -0.5 * linkLength), markerAt("right", 0.5 * linkLength)};
    return body;
}

void addJoint(ModelDescription& d, const std::string& name, MarkerReference a, MarkerReference b,
              double angle) {
    JointDescription joint;
    joint.name = name;
    joint.type = "revolute";
    joint.a = std::move(a);
    joint.b = std::move(b);
    d.joints.push_back(std::move(joint));
    d.jointStarts.push_back({name, {angle}, {}});
}

ModelDescription costChain(int bodies) {
    ModelDescription d;
    d.groundMarkers.push_back(markerAt("O", 0.0));
    MarkerReference last{"ground", "O"};
    for (int k = 1; k <= bodies; ++k) {
        const std::string number = std::to_string(k);
        const double angle = (k % 2 == 0 ? -2.0 : 2.0) * startAngle;
        d.bodies.push_back(link("link" + number));
        addJoint(d, "J" + number, last, {"link" + number, "left"},
                 k == 1 ? -0.5 * std::numbers::pi - startAngle : angle);
        last = {"link" + number, "right"};
    }
    return d;
}

ModelDescription costLadder(int windows) {
    ModelDescription d;
    const double angle = -0.5 * std::numbers::pi + startAngle;
    for (int k = 0; k <= windows; ++k) {
        const std::string number = std::to_string(k), before = std::to_string(k - 1);
        d.groundMarkers.push_back(markerAt("O" + number, k * linkLength));
        d.bodies.push_back(link("crank" + number));
        if (k > 0) {  // the coupler first, so that the loop is cut at ground
            d.bodies.push_back(link("coupler" + number));
            addJoint(d, "B" + number, {"crank" + before, "right"}, {"coupler" + number, "left"},
                     -angle);
            addJoint(d, "C" + number, {"coupler" + number, "right"}, {"crank" + number, "right"},
                     angle);
        }
        addJoint(d, "A" + number, {"ground", "O" + number}, {"crank" + number, "left"}, angle);
    }
    return d;
}

/// One size of a curve, measured piece by piece.
struct MeasuredRun {
    std::size_t curve;
    std::unique_ptr<Run> run;
    std::int64_t samples = 0;  ///< of a piece
    std::vector<double> seconds = {};
};

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Advances by some samples and returns the time per step [s], or why the run ended.
tl::expected<double, Message> advance(Run& run, std::int64_t samples, const std::stop_token& stop) {
    const std::int64_t before = run.steps();
    const auto begin = Clock::now();
    for (std::int64_t k = 0; k < samples; ++k) {
        const Progress progress = run.advance(stop);
        if (progress.status == StepStatus::Stopped) break;
        if (progress.status != StepStatus::Reached) return tl::unexpected(run.failure(progress));
    }
    return secondsSince(begin) /
           static_cast<double>(std::max<std::int64_t>(1, run.steps() - before));
}

CostPoint pointOf(std::vector<double> seconds, int bodies) {
    std::ranges::sort(seconds);
    return {bodies, seconds[seconds.size() / 2], seconds.front(), seconds.back()};
}

Result<void> checkPlan(const Catalogue& catalogue, const CostPlan& plan) {
    const auto allowed = [](const std::vector<int>& numbers, int most) {
        return !numbers.empty() &&
               std::ranges::all_of(numbers, [&](int n) { return n >= 1 && n <= most; });
    };
    std::vector<std::string> ids;
    for (const Choice& choice : catalogue.formulations()) ids.push_back(choice.id);
    for (const std::string& id : plan.formulations)
        if (std::ranges::find(ids, id) == ids.end())
            return fail(
                error(Place::option("--formulations"),
                      MOMENTREE_TEXT("cost-formulation-unknown", "there is no formulation '%1'%2")(
                          id, didYouMean(id, std::span(ids)))));
    if (plan.formulations.empty() || !allowed(plan.bodies, mostBodies))
        return fail(
            error(Place::option("--bodies"),
                  MOMENTREE_TEXT("cost-bodies-range",
                                 "takes one or more numbers of bodies from 1 to %1")(mostBodies)));
    if (!allowed(plan.threads, 256))
        return fail(error(Place::option("--threads"),
                          MOMENTREE_TEXT("cost-threads-range",
                                         "takes one or more numbers of threads from 1 to 256")()));
    return {};
}

/// The run of one size, after a first piece that fills caches and decides how many samples fit.
Result<MeasuredRun> startRun(const Catalogue& catalogue, std::shared_ptr<const Model> model,
                             CostCurve& curve, std::size_t index, const CostPlan& plan,
                             const std::stop_token& stop) {
    RunSpec spec = catalogue.defaults(
        *model, curve.formulation,
        curve.threads == 1 ? "sequential" : "parallel:" + std::to_string(curve.threads));
    spec.step = costStep;
    spec.sample = stepsOfSample * costStep;
    spec.duration = longest;
    curve.integrator = spec.integrator;
    constexpr std::size_t budget = 16U << 20U;  // older rows are thinned
    auto run = Run::create(catalogue, std::move(model), spec, {.budget = budget});
    if (!run) return tl::unexpected(run.error());
    const auto perStep = advance(**run, 1, stop);
    if (!perStep) return fail(error(Place::run(), perStep.error()));
    const auto samples = static_cast<std::int64_t>(plan.piece / (stepsOfSample * *perStep));
    return MeasuredRun{index, std::move(*run), std::max<std::int64_t>(1, samples)};
}

}  // namespace

const char* idOf(CostFamily family) { return family == CostFamily::Chain ? "chain" : "ladder"; }

ModelDescription costMechanism(CostFamily family, int bodies) {
    ModelDescription d =
        family == CostFamily::Chain ? costChain(bodies) : costLadder(std::max(1, bodies / 2));
    d.name = std::string(idOf(family)) + "_" + std::to_string(d.bodies.size());
    return d;
}

std::optional<double> CostCurve::order() const {
    if (points.empty()) return {};
    const CostPoint& last = points.back();
    const auto first = std::ranges::find_if(
        points, [&](const CostPoint& p) { return 4 * p.bodies >= last.bodies; });
    if (first->bodies == last.bodies) return {};
    return std::log(last.median / first->median) /
           std::log(static_cast<double>(last.bodies) / first->bodies);
}

const CostCurve* CostFigure::serial(const CostCurve& curve) const {
    for (const CostCurve& other : curves)
        if (other.threads == 1 && other.formulation == curve.formulation) return &other;
    return nullptr;
}

double serialShare(double speedup, int threads) {
    const double p = threads;
    return std::clamp((p / speedup - 1.0) / (p - 1.0), 0.0, 1.0);
}

Result<CostFigure> costOverBodies(const Catalogue& catalogue, const CostPlan& plan,
                                  const std::stop_token& stop,
                                  const std::function<void(double share)>& told) {
    if (auto good = checkPlan(catalogue, plan); !good) return tl::unexpected(good.error());
    CostFigure figure{plan, {}};
    for (const std::string& formulation : plan.formulations)
        for (const int threads : plan.threads)
            if (threads == 1 || catalogue.find(formulation)->threads)
                figure.curves.push_back({formulation, {}, threads, {}});
    double done = 0.0;
    const double work =
        static_cast<double>(plan.bodies.size() * figure.curves.size()) * (plan.rounds + 1.0);
    const auto tick = [&] {
        done += 1.0;
        if (told) told(std::min(1.0, done / work));
    };
    for (const int bodies : plan.bodies) {
        const auto model = buildModel(costMechanism(plan.family, bodies));
        if (!model) return tl::unexpected(model.error());
        const int count = static_cast<int>((*model)->bodies.size());
        std::vector<MeasuredRun> runs;
        for (std::size_t k = 0; k < figure.curves.size() && !stop.stop_requested(); ++k) {
            CostCurve& curve = figure.curves[k];
            tick();
            if (curve.ended) continue;
            if (!curve.points.empty() && curve.points.back().median > plan.longestStep) {
                curve.ended = MOMENTREE_TEXT("cost-too-slow", "a step takes longer than %1 s")(
                    numberText(plan.longestStep, 2));
                continue;
            }
            auto run = startRun(catalogue, *model, curve, k, plan, stop);
            if (run)
                runs.push_back(*std::move(run));
            else
                curve.ended = run.error().front().message;
        }
        for (int round = 0; round < plan.rounds; ++round)
            for (MeasuredRun& measured : runs) {
                const auto perStep = advance(*measured.run, measured.samples, stop);
                if (stop.stop_requested()) return figure;
                tick();
                if (perStep)
                    measured.seconds.push_back(*perStep);
                else
                    figure.curves[measured.curve].ended = perStep.error();
            }
        for (MeasuredRun& measured : runs)
            if (CostCurve& curve = figure.curves[measured.curve]; !curve.ended)
                curve.points.push_back(pointOf(std::move(measured.seconds), count));
    }
    if (told) told(1.0);
    return figure;
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/board_stepper.hpp"

#include <algorithm>
#include <cmath>

#include "core/dynamics/observer.hpp"
#include "core/number_text.hpp"
#include "core/session/run_limits.hpp"
#include "core/stepping/step_plan.hpp"
#include "fpga_link/offload/phase_stepper.hpp"
#include "fpga_link/offload/planar_chain.hpp"

namespace momentree::fpga {

namespace {

constexpr double mostSteps = 1e8;  // of a batch
constexpr double longestStep = 0.1;
const char* const euler = "explicit-euler";
const char* const rungeKutta = "rk4";

class BoardStepper final : public Stepper {
public:
    BoardStepper(std::shared_ptr<const Model> model, const RunSpec& spec,
                 std::unique_ptr<BatchLink> link)
        : model_(std::move(model)), link_(std::move(link)), observer_(*model_, 0.0) {
        const std::int64_t perSample = stepCount(spec.sample, spec.step);
        order_.method =
            spec.integrator == rungeKutta ? PlanarMethod::RungeKutta4 : PlanarMethod::Euler;
        order_.step = spec.sample / static_cast<double>(perSample);
        order_.decimation = static_cast<std::uint32_t>(perSample);
        rowsLeft_ = static_cast<std::uint32_t>(sampleCount(spec));
    }

    Result<void> initialise(const InitialState& initial) override {
        auto chain = planarChain(*model_);
        if (!chain)
            return fail(error(momentree::Place::model(""),
                              MOMENTREE_TEXT("board-model-refused", "%1")(chain.error().front())));
        chain_ = std::move(*chain);
        bodies_ = initial.bodies;
        order_.mechanism = chain_.mechanism;
        state_ = planarState(chain_, initial);
        row_.resize(2 * chain_.bodies.size());
        if (auto loaded = load({}); !loaded)
            return fail(error(momentree::Place::board(),
                              MOMENTREE_TEXT("board-not-ready", "%1")(loaded.error())));
        return {};
    }

    Progress advance(double until, std::stop_token stop) override {
        clock_.start();
        Progress progress{StepStatus::Reached, time_, 0, -1};
        if (until > time_) {
            progress.status = take(stop);
            if (progress.status == StepStatus::Reached) {
                progress.steps = order_.decimation;
                progress.time = time_ = until;
            }
        }
        clock_.lap(momentree::Phase::Network);
        return progress;
    }

    void observe(Sample& out) override {
        out.time = time_;
        out.bodies = bodies_;
        observer_.complete(out);
    }
    const PhaseClock& phases() const override { return clock_; }
    std::string problem() const override { return problem_; }

private:
    /// Orders the rest of the run, beginning with the state of the last row.
    tl::expected<void, std::string> load(const std::stop_token& stop) {
        order_.start = state_;
        order_.steps = rowsLeft_ * order_.decimation;
        auto loaded = link_->load(order_, stop);
        loaded_ = loaded.has_value();
        started_ = false;
        return loaded;
    }

    tl::expected<void, std::string> begin(const std::stop_token& stop) {
        if (!loaded_)
            if (auto loaded = load(stop); !loaded) return loaded;
        if (started_) return {};
        auto started = link_->start();
        started_ = started.has_value();
        return started;
    }

    StepStatus lost(std::string problem) {
        loaded_ = false;
        problem_ = std::move(problem);
        return StepStatus::LinkLost;
    }

    /// Reads the next row, which is the next sample.
    StepStatus take(const std::stop_token& stop) {
        if (auto begun = begin(stop); !begun)
            return stop.stop_requested() ? StepStatus::Stopped : lost(begun.error());
        switch (link_->next(row_, stop)) {
            case BatchStatus::Row:
                if (!accept()) return StepStatus::NotFinite;
                --rowsLeft_;
                return StepStatus::Reached;
            case BatchStatus::Stopped:
                return StepStatus::Stopped;
            case BatchStatus::NotFinite:
                return StepStatus::NotFinite;
            default:
                return lost(link_->problem());
        }
    }

    /// Converts the row to poses and velocities; false if it is not finite.
    bool accept() {
        clock_.lap(momentree::Phase::Network);
        const std::size_t n = chain_.bodies.size();
        state_.angle.assign(row_.begin(), row_.begin() + static_cast<std::ptrdiff_t>(n));
        state_.momentum.assign(row_.begin() + static_cast<std::ptrdiff_t>(n), row_.end());
        const std::vector<double> speed = speedsOf(chain_.mechanism, state_);
        const auto finite = [](double value) { return std::isfinite(value); };
        if (!std::ranges::all_of(row_, finite) || !std::ranges::all_of(speed, finite)) return false;
        placeBodies(chain_, state_.angle, speed, bodies_);
        clock_.lap(momentree::Phase::Transfer);
        return true;
    }

    std::shared_ptr<const Model> model_;
    std::unique_ptr<BatchLink> link_;
    Observer observer_;
    BatchOrder order_;
    PlanarChain chain_;
    PlanarState state_;
    std::vector<BodyState> bodies_;
    std::vector<double> row_;
    PhaseClock clock_;
    double time_ = 0.0;
    std::uint32_t rowsLeft_ = 0;
    bool loaded_ = false, started_ = false;
    std::string problem_;
};

}  // namespace

std::unique_ptr<Stepper> makeBoardStepper(std::shared_ptr<const Model> model, const RunSpec& spec,
                                          std::unique_ptr<BatchLink> link) {
    return std::make_unique<BoardStepper>(std::move(model), spec, std::move(link));
}

std::string boardRefusal(const Model& model, const RunSpec& spec) {
    std::string refusal = offloadRefusal(model);
    if (!refusal.empty()) return refusal;
    const double samples = spec.duration / spec.sample;
    if (std::abs(samples - std::round(samples)) > 1e-6)
        return "records at whole sample intervals: a duration of " + numberText(spec.duration, 6) +
               " s is not a multiple of " + numberText(spec.sample, 6) + " s";
    if (spec.step > longestStep)
        return "takes steps up to " + numberText(longestStep, 6) + " s, not " +
               numberText(spec.step, 6) + " s";
    const double steps =
        std::round(samples) * static_cast<double>(stepCount(spec.sample, spec.step));
    if (steps > mostSteps) return "takes up to 1e8 steps in a run, not " + numberText(steps, 3);
    return {};
}

bool isPerPhase(const std::string& backend) { return backend.ends_with(perPhaseSuffix); }

std::string boardOf(const std::string& backend) {
    return isPerPhase(backend) ? backend.substr(0, backend.size() - perPhaseSuffix.size())
                               : backend;
}

Backend boardBackend(std::string id, std::string title, std::string summary, LinkFactory factory,
                     FunctionFactory functions) {
    Backend backend{std::move(id), std::move(title), std::move(summary)};
    backend.formulation = "hdca";
    backend.integrators = {rungeKutta, euler};
    backend.refusal = [called = functions != nullptr](const Model& model, const RunSpec& spec) {
        if (isPerPhase(spec.backend) && !called)
            return std::string("runs batches only, not phase by phase");
        return boardRefusal(model, spec);
    };
    backend.makeStepper = [factory = std::move(factory), functions = std::move(functions)](
                              std::shared_ptr<const Model> model, const RunSpec& spec) {
        const std::string board = boardOf(spec.backend);
        if (isPerPhase(spec.backend))
            return makePhaseStepper(std::move(model), spec, functions(board));
        return makeBoardStepper(std::move(model), spec, factory(board));
    };
    return backend;
}

}  // namespace momentree::fpga

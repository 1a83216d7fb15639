// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/board_stepper.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/dynamics/observer.hpp"
#include "core/number_text.hpp"
#include "core/session/run_limits.hpp"
#include "core/stepping/step_plan.hpp"
#include "fpga_link/offload/needed_bits.hpp"
#include "fpga_link/offload/on_board.hpp"
#include "fpga_link/offload/phase_stepper.hpp"
#include "fpga_link/offload/planar_chain.hpp"
#include "fpga_link/offload/together.hpp"
#include "fpga_link/protocol/message_types.hpp"

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
        order_.method = methodOf(spec);
        order_.step = stepOf(spec);
        order_.decimation = static_cast<std::uint32_t>(stepCount(spec.sample, spec.step));
        rowsLeft_ = static_cast<std::uint32_t>(sampleCount(spec));
        wanted_ = wantedError(spec.backend);
        backend_ = spec.backend;
    }

    void watchStart(const StartWatch& watch) override { watch_ = watch; }
    Result<void> initialise(const InitialState& initial) override {
        const StartWatch watch = std::exchange(watch_, {});
        auto carried = onBoard(*model_, initial);
        if (!carried) return tl::unexpected(std::move(carried.error()));
        carried_ = std::move(*carried);
        bodies_ = initial.bodies;
        observer_.hold(closureStructure(*model_, bodies_));
        start_ = initial.time;
        row_.resize(carried_->rowWidth());
        if (auto filled = carried_->fill(order_, start_); !filled) return filled;
        if (wanted_) {
            order_.steps = rowsLeft_ * order_.decimation;
            const auto bits = neededBits(*model_, initial, order_, *wanted_, watch);
            if (!bits) return fail(error(Place::setting("backend", backend_), bits.error()));
            order_.fraction = *bits;
        }
        if (auto loaded = load(watch.stop); !loaded)
            return fail(error(Place::board(), std::move(loaded.error())));
        return {};
    }

    Progress advance(double until, std::stop_token stop) override {
        clock_.start();
        Progress progress{StepStatus::Reached, time_, 0, -1};
        if (until > time_) {
            progress.status = take(until, stop);
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
        observer_.complete(out, carried_->angles());
    }
    const PhaseClock& phases() const override { return clock_; }
    double rounding() const override { return std::ldexp(1.0, -link_->fraction()); }
    std::optional<BoardTimes> boardTimes() const override { return link_->boardTimes(); }
    std::optional<Message> problem() const override { return problem_; }

private:
    /// Orders the rest of the run.
    tl::expected<void, Message> load(const std::stop_token& stop) {
        order_.steps = rowsLeft_ * order_.decimation;
        auto loaded = link_->load(order_, stop);
        loaded_ = loaded.has_value();
        started_ = false;
        return loaded;
    }

    tl::expected<void, Message> begin(const std::stop_token& stop) {
        if (!started_ && loaded_) loaded_ = link_->keeps();
        if (!loaded_) {
            if (auto filled = carried_->fill(order_, start_ + time_); !filled)
                return tl::unexpected(std::move(filled.error().front().message));
            if (auto loaded = load(stop); !loaded) return loaded;
        }
        if (started_) return {};
        auto started = link_->start();
        started_ = started.has_value();
        return started;
    }

    StepStatus lost(std::optional<Message> problem) {
        loaded_ = false;
        return failed(StepStatus::LinkLost, std::move(problem));
    }
    /// The board's own words if it has any.
    StepStatus flagged(StepStatus otherwise) {
        std::optional<Message> problem = link_->problem();
        return failed(problem ? StepStatus::BoardFlag : otherwise, std::move(problem));
    }
    StepStatus failed(StepStatus status, std::optional<Message> problem) {
        problem_ = std::move(problem);
        return status;
    }

    /// Reads the next row, which is the next sample.
    StepStatus take(double until, const std::stop_token& stop) {
        if (auto begun = begin(stop); !begun)
            return stop.stop_requested() ? StepStatus::Stopped : lost(begun.error());
        switch (link_->next(row_, stop)) {
            case BatchStatus::Row:
                if (!accept(until)) return failed(StepStatus::NotFinite, std::nullopt);
                --rowsLeft_;
                return StepStatus::Reached;
            case BatchStatus::Stopped:
                return StepStatus::Stopped;
            case BatchStatus::NotFinite:
                return flagged(StepStatus::NotFinite);
            case BatchStatus::Singular:
                return flagged(StepStatus::Singular);
            default:
                return lost(link_->problem());
        }
    }

    /// Converts the row to poses and velocities; false if it is not finite.
    bool accept(double until) {
        clock_.lap(momentree::Phase::Network);
        if (!carried_->take(row_, start_ + until, bodies_)) return false;
        clock_.lap(momentree::Phase::Transfer);
        return true;
    }

    std::shared_ptr<const Model> model_;
    std::unique_ptr<BatchLink> link_;
    Observer observer_;
    BatchOrder order_;
    std::unique_ptr<OnBoard> carried_;
    std::vector<BodyState> bodies_;
    std::vector<double> row_;
    PhaseClock clock_;
    double time_ = 0.0, start_ = 0.0;
    std::uint32_t rowsLeft_ = 0;
    StartWatch watch_;
    std::optional<double> wanted_;  // error of the energy [J]
    std::string backend_;
    bool loaded_ = false, started_ = false;
    std::optional<Message> problem_;
};

}  // namespace

std::unique_ptr<Stepper> makeBoardStepper(std::shared_ptr<const Model> model, const RunSpec& spec,
                                          std::unique_ptr<BatchLink> link) {
    return std::make_unique<BoardStepper>(std::move(model), spec, std::move(link));
}

Diagnostics boardRefusal(const Model& model, const RunSpec& spec) {
    if (const auto wanted = wantedError(spec.backend); wanted && !(*wanted > 0.0))
        return {error(Place::setting("backend", spec.backend),
                      MOMENTREE_TEXT("board-error-unclear",
                                     "needs the largest error of the energy in joules at its end, "
                                     "for example %1:error=0.001, for runs in one batch")(
                          boardOf(spec.backend)))};
    if (isPerPhase(spec.backend)) {
        if (auto refusals = phaseRefusals(model); !refusals.empty()) return refusals;
    } else if (auto refusal = refusalOnBoard(model, spec); !refusal.empty()) {
        return refusal;
    }
    Diagnostics problems;
    const double samples = spec.duration / spec.sample;
    if (std::abs(samples - std::round(samples)) > 1e-6)
        problems.push_back(error(
            Place::setting("duration"),
            MOMENTREE_TEXT("board-duration",
                           "%1 s is not a multiple of the sample interval of %2 s, as a board "
                           "needs")(numberText(spec.duration, 6), numberText(spec.sample, 6))));
    if (spec.step > longestStep)
        problems.push_back(
            error(Place::setting("step"),
                  MOMENTREE_TEXT("board-step", "a board takes steps up to %1 s, not %2 s")(
                      numberText(longestStep, 6), numberText(spec.step, 6))));
    const double steps =
        std::round(samples) * static_cast<double>(stepCount(spec.sample, spec.step));
    if (steps > mostSteps)
        problems.push_back(
            error(Place::setting("step"),
                  MOMENTREE_TEXT("board-steps", "a board takes up to 1e8 steps in a run, not %1")(
                      numberText(steps, 3))));
    return problems;
}

bool isPerPhase(const std::string& backend) { return backend.ends_with(perPhaseSuffix); }

std::string boardOf(const std::string& backend) {
    const std::string board =
        isPerPhase(backend) ? backend.substr(0, backend.size() - perPhaseSuffix.size()) : backend;
    return board.substr(0, board.find(errorSuffix));
}

std::optional<double> wantedError(const std::string& backend) {
    const std::size_t at = backend.find(errorSuffix);
    if (at == std::string::npos) return std::nullopt;
    const char* const first = backend.data() + at + errorSuffix.size();
    const char* const end = backend.data() + backend.size();
    double wanted = 0.0;
    const auto [rest, failure] = std::from_chars(first, end, wanted);
    const bool number = failure == std::errc() && rest == end && wanted > 0.0;
    return number && std::isfinite(wanted) ? wanted : std::nan("");
}

Backend boardBackend(std::string id, std::string title, std::string summary, LinkFactory factory,
                     FunctionFactory functions, ShareFactory share) {
    Backend backend{std::move(id), std::move(title), std::move(summary)};
    backend.formulation = "hdca";
    backend.integrators = {rungeKutta, euler};
    backend.refusal = [called = functions != nullptr](const Model& model, const RunSpec& spec) {
        if (isPerPhase(spec.backend) && !called)
            return Diagnostics{
                error(Place::setting("backend", spec.backend),
                      MOMENTREE_TEXT("board-batches-only",
                                     "runs whole batches only; leave out ':per-phase'"))};
        return boardRefusal(model, spec);
    };
    if (share) {
        backend.together = wire::maxTrajectories;
        backend.makeTogether = [share = std::move(share)](const Backend::Models& models,
                                                          const RunSpec& spec) {
            std::vector<std::unique_ptr<Stepper>> steppers;
            std::vector<std::size_t> runs;
            if (!isPerPhase(spec.backend)) runs = runsTogether(models, spec);
            if (runs.size() < 2) return steppers;
            auto links = share(boardOf(spec.backend), runs.size());
            steppers.resize(models.size());
            for (std::size_t k = 0; k < runs.size(); ++k)
                steppers[runs[k]] = makeBoardStepper(models[runs[k]], spec, std::move(links[k]));
            return steppers;
        };
    }
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

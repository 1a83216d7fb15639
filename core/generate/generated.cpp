// SPDX-License-Identifier: Apache-2.0
#include "core/generate/generated.hpp"

#include "core/formulations/naudet/naudet.hpp"
#include "core/generate/closed_loops.hpp"
#include "core/generate/coverage.hpp"
#include "core/generate/library.hpp"
#include "core/generate/text.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

using Library = std::shared_ptr<const GeneratedLibrary>;

RunSpec onOneThread(RunSpec spec) {
    spec.backend = "sequential";
    return spec;
}

Result<std::string> textOf(const ParameterModels& models, const GeneratedParts& parts,
                           const RecordedLoops& loops, const std::vector<double>& start = {}) {
    if (models.parameters.empty()) return generatedText(*models.model, parts, loops, start);
    const auto sloped = recordWithSlopes(models, loops);
    if (!sloped) return tl::unexpected(sloped.error());
    return generatedText(sloped->equations, sloped->nodes, models.model->name, parts, start,
                         sloped->slopes);
}

/// The compiled text of a model. What the text of closed loops holds is known at a start only.
class Code {
public:
    /// @param feedback of open loops [1/s]
    Code(ParameterModels models, double feedback, const GeneratedParts& parts)
        : models_(std::move(models)),
          feedback_(feedback),
          parts_(parts),
          starts_(models_.model->axialLoads.size(), 0.0) {}
    Code(std::shared_ptr<const Model> model, double feedback, const GeneratedParts& parts)
        : Code(ParameterModels{nullptr, std::move(model), {}}, feedback, parts) {}

    bool closed() const { return model().tree.closureRows > 0; }
    /// Compiles the text of an open tree.
    Result<void> make() {
        if (auto refusal = generateRefusal(model())) return fail(*std::move(refusal));
        return closed() || library_ ? Result<void>() : make({});
    }
    /// @param q [nq] of the start, with turns
    Result<void> start(const InitialState& initial, const Eigen::VectorXd& q) {
        const ClosedLoops loops = closedLoops(model(), initial);
        if (closed())
            if (auto made = make(loops.loops); !made) return made;
        starts_ = startNumbers(model(), initial, q, loops, feedback_);
        return {};
    }

    const GeneratedLibrary& operator*() const { return *library_; }
    const GeneratedLibrary* operator->() const { return library_.get(); }
    const double* starts() const { return starts_.data(); }

private:
    Result<void> make(const RecordedLoops& loops) {
        const auto own = textOf(models_, parts_, loops);
        if (!own) return tl::unexpected(own.error());
        auto loaded = GeneratedLibrary::load(*own);
        if (!loaded) return tl::unexpected(std::move(loaded.error()));
        library_ = std::move(*loaded);
        return {};
    }

    const Model& model() const { return *models_.model; }

    ParameterModels models_;
    double feedback_;
    GeneratedParts parts_;
    Library library_;
    std::vector<double> starts_;
};

class Generated final : public OdeSystem<double> {
public:
    Generated(std::shared_ptr<const Model> model, const RunSpec& spec)
        : code_(model, spec.baumgarte, {}),
          positions_(model->tree.nq),
          naudet_(makeNaudet<double>(std::move(model), onOneThread(spec))) {}

    int size() const override { return naudet_->size(); }
    int positionSize() const override { return naudet_->positionSize(); }
    int poseSize() const override { return naudet_->poseSize(); }
    int angleSize() const override { return naudet_->angleSize(); }
    Vector units() const override { return naudet_->units(); }
    int bodyOf(int entry) const override { return naudet_->bodyOf(entry); }

    Result<void> start(const InitialState& initial, Out y) override {
        if (auto made = code_.make(); !made) return made;
        if (auto started = naudet_->start(initial, y); !started) return started;
        return code_.start(initial, y.head(positions_));
    }
    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        code_->derivative()(t, y.data(), code_.starts(), ydot.data());
        const StepStatus status = allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
        clock.lap(Phase::Derivatives);
        return status;
    }
    StepReport retract(double from, double t, Out y) override {
        return naudet_->retract(from, t, y);
    }
    void observe(double t, const In& y, Sample& out) override { naudet_->observe(t, y, out); }

private:
    Code code_;
    int positions_;
    std::unique_ptr<OdeSystem<double>> naudet_;
};

class GeneratedBatch final : public StateBatch {
public:
    GeneratedBatch(const std::shared_ptr<const Model>& model, const RunSpec& spec, Code code)
        : code_(std::move(code)),
          positions_(model->tree.nq),
          naudet_(makeNaudet<double>(model, onOneThread(spec))),
          y_(static_cast<std::size_t>(naudet_->size())),
          ydot_(y_.size()) {}

    bool sideBySide() const override { return true; }
    int size() const override { return naudet_->size(); }
    Result<void> start(std::size_t /*index*/, const InitialState& initial,
                       Eigen::Ref<Eigen::VectorXd> y) override {
        if (auto started = naudet_->start(initial, y); !started) return started;
        return code_.start(initial, y.head(positions_));
    }
    StepStatus derivative(double t, const Eigen::Ref<const Eigen::MatrixXd>& Y,
                          Eigen::Ref<Eigen::MatrixXd> Ydot) override {
        for (Eigen::Index first = 0; first < Y.cols(); first += lanes) {
            const Eigen::Index count = std::min<Eigen::Index>(lanes, Y.cols() - first);
            for (Eigen::Index s = 0; s < lanes; ++s) {  // lanes without a state repeat the last one
                const double* state = Y.col(first + std::min(s, count - 1)).data();
                for (std::size_t k = 0; k < y_.size(); ++k)
                    y_[k].of[static_cast<std::size_t>(s)] = state[k];
            }
            code_->batch()(t, y_.data()->of, code_.starts(), ydot_.data()->of);
            for (Eigen::Index s = 0; s < count; ++s) {
                double* rates = Ydot.col(first + s).data();
                for (std::size_t k = 0; k < y_.size(); ++k)
                    rates[k] = ydot_[k].of[static_cast<std::size_t>(s)];
            }
        }
        return allFinite(Ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

private:
    static constexpr Eigen::Index lanes = 8;
    struct alignas(64) Entry {
        double of[lanes];
    };

    Code code_;
    int positions_;
    std::unique_ptr<OdeSystem<double>> naudet_;
    std::vector<Entry> y_, ydot_;
};

class CompiledSlopes final : public GeneratedSlopes {
public:
    CompiledSlopes(const std::shared_ptr<const Model>& model, int parameters, Code code)
        : code_(std::move(code)),
          positions_(model->tree.nq),
          parameters_(parameters),
          naudet_(makeNaudet<double>(model, RunSpec())),
          stride_(gradientStride(naudet_->size() + parameters)),
          rows_(static_cast<std::size_t>(naudet_->size() * stride_ / 8)) {}

    int size() const override { return naudet_->size(); }
    int parameters() const override { return parameters_; }
    Result<void> start(const InitialState& initial, Eigen::Ref<Eigen::VectorXd> y) override {
        if (auto started = naudet_->start(initial, y); !started) return started;
        return code_.start(initial, y.head(positions_));
    }
    StepStatus evaluate(double t, const Eigen::Ref<const Eigen::VectorXd>& y,
                        Eigen::Ref<Eigen::VectorXd> ydot) override {
        code_->gradient()(t, y.data(), code_.starts(), ydot.data(), rows_.data()->of);
        const bool finite =
            allFinite(ydot) && allFinite(slopes()) && allFinite(slopesByParameters());
        return finite ? StepStatus::Reached : StepStatus::NotFinite;
    }
    Slopes slopes() const override {
        return {rows_.data()->of, size(), size(), Eigen::OuterStride<>(stride_)};
    }
    Slopes slopesByParameters() const override {
        return {rows_.data()->of + size(), size(), parameters_, Eigen::OuterStride<>(stride_)};
    }

private:
    struct alignas(64) Register {
        double of[8];
    };
    Code code_;
    int positions_, parameters_;
    std::unique_ptr<OdeSystem<double>> naudet_;
    int stride_;
    std::vector<Register> rows_;
};

}  // namespace

Result<std::unique_ptr<GeneratedSlopes>> GeneratedSlopes::make(
    const std::shared_ptr<const Model>& model, const std::vector<std::string>& parameters) {
    if (auto refusal = generateRefusal(*model)) return fail(*std::move(refusal));
    auto models = modelsAround(model, parameters);
    if (!models) return tl::unexpected(std::move(models.error()));
    Code code(std::move(*models), 0.0, {.gradient = true});
    if (auto made = code.make(); !made) return tl::unexpected(std::move(made.error()));
    return std::make_unique<CompiledSlopes>(model, static_cast<int>(parameters.size()),
                                            std::move(code));
}

Result<std::string> writtenText(const std::shared_ptr<const Model>& model,
                                const GeneratedParts& parts,
                                const std::vector<std::string>& parameters) {
    const auto models = modelsAround(model, parameters);
    if (!models) return tl::unexpected(models.error());
    if (model->tree.closureRows == 0) return textOf(*models, parts, {});
    const auto initial = assemble(*model);
    if (!initial) return tl::unexpected(initial.error());
    const auto naudet = makeNaudet<double>(model, RunSpec());
    Eigen::VectorXd y(naudet->size());
    if (auto started = naudet->start(*initial, y); !started)
        return tl::unexpected(std::move(started.error()));
    const ClosedLoops closed = closedLoops(*model, *initial);
    return textOf(
        *models, parts, closed.loops,
        startNumbers(*model, *initial, y.head(model->tree.nq), closed, RunSpec().baumgarte));
}

std::unique_ptr<OdeSystem<double>> makeGenerated(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec) {
    return std::make_unique<Generated>(std::move(model), spec);
}

Result<std::unique_ptr<StateBatch>> makeGeneratedBatch(std::shared_ptr<const Model> model,
                                                       const RunSpec& spec) {
    Code code(model, spec.baumgarte, {.batch = true});
    if (auto made = code.make(); !made) return tl::unexpected(std::move(made.error()));
    return std::make_unique<GeneratedBatch>(model, spec, std::move(code));
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/generate/generated.hpp"

#include "core/formulations/naudet/naudet.hpp"
#include "core/generate/coverage.hpp"
#include "core/generate/library.hpp"
#include "core/generate/text.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

using Library = std::shared_ptr<const GeneratedLibrary>;

RunSpec onOneThread(RunSpec spec) {
    spec.backend = "sequential";
    return spec;
}

class Generated final : public OdeSystem<double> {
public:
    Generated(std::shared_ptr<const Model> model, const RunSpec& spec)
        : model_(model), naudet_(makeNaudet<double>(std::move(model), onOneThread(spec))) {}

    int size() const override { return naudet_->size(); }
    int positionSize() const override { return naudet_->positionSize(); }
    int angleSize() const override { return naudet_->angleSize(); }
    Vector units() const override { return naudet_->units(); }
    int bodyOf(int entry) const override { return naudet_->bodyOf(entry); }

    Result<void> start(const InitialState& initial, Out y) override {
        if (auto refusal = generateRefusal(*model_)) return fail(*std::move(refusal));
        if (!library_) {
            auto loaded = GeneratedLibrary::load(generatedText(*model_));
            if (!loaded) return tl::unexpected(std::move(loaded.error()));
            library_ = std::move(*loaded);
        }
        if (auto started = naudet_->start(initial, y); !started) return started;
        starts_ = startNumbers(*model_, initial, y.head(model_->tree.nq));
        return {};
    }
    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        library_->derivative()(t, y.data(), starts_.data(), ydot.data());
        const StepStatus status = allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
        clock.lap(Phase::Derivatives);
        return status;
    }
    StepReport retract(double from, double t, Out y) override {
        return naudet_->retract(from, t, y);
    }
    void observe(double t, const In& y, Sample& out) override { naudet_->observe(t, y, out); }

private:
    std::shared_ptr<const Model> model_;
    std::unique_ptr<OdeSystem<double>> naudet_;
    Library library_;
    std::vector<double> starts_;
};

class GeneratedBatch final : public StateBatch {
public:
    GeneratedBatch(std::shared_ptr<const Model> model, const RunSpec& spec, Library library)
        : model_(model),
          naudet_(makeNaudet<double>(std::move(model), onOneThread(spec))),
          library_(std::move(library)),
          starts_(model_->axialLoads.size(), 0.0),
          y_(static_cast<std::size_t>(naudet_->size())),
          ydot_(y_.size()) {}

    bool sideBySide() const override { return true; }
    int size() const override { return naudet_->size(); }
    Result<void> start(std::size_t /*index*/, const InitialState& initial,
                       Eigen::Ref<Eigen::VectorXd> y) override {
        if (auto started = naudet_->start(initial, y); !started) return started;
        starts_ = startNumbers(*model_, initial, y.head(model_->tree.nq));
        return {};
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
            library_->batch()(t, y_.data()->of, starts_.data(), ydot_.data()->of);
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

    std::shared_ptr<const Model> model_;
    std::unique_ptr<OdeSystem<double>> naudet_;
    Library library_;
    std::vector<double> starts_;
    std::vector<Entry> y_, ydot_;
};

class Slopes final : public GeneratedSlopes {
public:
    Slopes(std::shared_ptr<const Model> model, Library library)
        : model_(model),
          naudet_(makeNaudet<double>(std::move(model), RunSpec())),
          library_(std::move(library)),
          stride_(gradientStride(naudet_->size())),
          starts_(model_->axialLoads.size(), 0.0),
          rows_(static_cast<std::size_t>(naudet_->size() * stride_ / 8)) {}

    int size() const override { return naudet_->size(); }
    Result<void> start(const InitialState& initial, Eigen::Ref<Eigen::VectorXd> y) override {
        if (auto started = naudet_->start(initial, y); !started) return started;
        starts_ = startNumbers(*model_, initial, y.head(model_->tree.nq));
        return {};
    }
    StepStatus evaluate(double t, const Eigen::Ref<const Eigen::VectorXd>& y,
                        Eigen::Ref<Eigen::VectorXd> ydot) override {
        library_->gradient()(t, y.data(), starts_.data(), ydot.data(), rows_.data()->of);
        const bool finite = allFinite(ydot) && allFinite(slopes());
        return finite ? StepStatus::Reached : StepStatus::NotFinite;
    }
    Eigen::Map<const Jacobian, 0, Eigen::OuterStride<>> slopes() const override {
        return {rows_.data()->of, size(), size(), Eigen::OuterStride<>(stride_)};
    }

private:
    struct alignas(64) Register {
        double of[8];
    };
    std::shared_ptr<const Model> model_;
    std::unique_ptr<OdeSystem<double>> naudet_;
    Library library_;
    int stride_;
    std::vector<double> starts_;
    std::vector<Register> rows_;
};

}  // namespace

Result<std::unique_ptr<GeneratedSlopes>> GeneratedSlopes::make(std::shared_ptr<const Model> model) {
    if (auto refusal = generateRefusal(*model)) return fail(*std::move(refusal));
    auto library = GeneratedLibrary::load(generatedText(*model, {.gradient = true}));
    if (!library) return tl::unexpected(std::move(library.error()));
    return std::make_unique<Slopes>(std::move(model), std::move(*library));
}

std::unique_ptr<OdeSystem<double>> makeGenerated(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec) {
    return std::make_unique<Generated>(std::move(model), spec);
}

Result<std::unique_ptr<StateBatch>> makeGeneratedBatch(std::shared_ptr<const Model> model,
                                                       const RunSpec& spec) {
    if (auto refusal = generateRefusal(*model)) return fail(*std::move(refusal));
    auto library = GeneratedLibrary::load(generatedText(*model, {.batch = true}));
    if (!library) return tl::unexpected(std::move(library.error()));
    return std::make_unique<GeneratedBatch>(std::move(model), spec, std::move(*library));
}

}  // namespace momentree

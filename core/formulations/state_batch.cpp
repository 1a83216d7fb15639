// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/state_batch.hpp"

#include <cstring>

#include "core/formulations/naudet.hpp"
#include "core/formulations/naudet_lanes.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

template <typename S>
class OneByOne : public StateBatch {
public:
    OneByOne(std::shared_ptr<const Model> model, const RunSpec& spec)
        : system_(makeNaudet<S>(std::move(model), spec)), y_(system_->size()), ydot_(y_) {
        clock_.enable(false);
    }
    bool sideBySide() const override { return false; }
    int size() const override { return system_->size(); }
    Result<void> start(const InitialState& initial, Eigen::Ref<Eigen::VectorXd> y) override {
        Result<void> started = system_->start(initial, y_);
        y = y_.template cast<double>();
        return started;
    }
    StepStatus derivative(double t, const Eigen::Ref<const Eigen::MatrixXd>& Y,
                          Eigen::Ref<Eigen::MatrixXd> Ydot) override {
        StepStatus status = StepStatus::Reached;
        for (Eigen::Index k = 0; k < Y.cols(); ++k) {
            y_ = Y.col(k).template cast<S>();
            const StepStatus own = system_->derivative(t, y_, ydot_, clock_);
            if (own != StepStatus::Reached) status = own;
            Ydot.col(k) = ydot_.template cast<double>();
        }
        return status;
    }

private:
    std::unique_ptr<OdeSystem<S>> system_;
    typename OdeSystem<S>::Vector y_, ydot_;
    PhaseClock clock_;
};

/// Rows from N columns into lanes and back.
template <typename T, int N>
void gather(const std::array<const double*, N>& columns, Eigen::Index rows, Lanes<T, N>* out) {
    Eigen::Index row = 0;
    if constexpr (std::is_same_v<T, double> && N == 4) {
        for (; row + 4 <= rows; row += 4) {
            for (std::size_t k = 0; k < 4; ++k)
                std::memcpy(&out[row + static_cast<Eigen::Index>(k)].v, columns[k] + row,
                            sizeof(out->v));
            transpose(out[row].v, out[row + 1].v, out[row + 2].v, out[row + 3].v);
        }
    }
    for (; row < rows; ++row)
        for (std::size_t k = 0; k < N; ++k) out[row].v[k] = static_cast<T>(columns[k][row]);
}
template <typename T, int N>
void scatter(Lanes<T, N>* in, Eigen::Index rows, const std::array<double*, N>& columns) {
    Eigen::Index row = 0;
    if constexpr (std::is_same_v<T, double> && N == 4) {
        for (; row + 4 <= rows; row += 4) {
            transpose(in[row].v, in[row + 1].v, in[row + 2].v, in[row + 3].v);
            for (std::size_t k = 0; k < 4; ++k)
                std::memcpy(columns[k] + row, &in[row + static_cast<Eigen::Index>(k)].v,
                            sizeof(in->v));
        }
    }
    for (; row < rows; ++row)
        for (std::size_t k = 0; k < N; ++k) columns[k][row] = static_cast<double>(in[row].v[k]);
}

template <typename L>
class SideBySide final : public OneByOne<typename L::Number> {
public:
    SideBySide(const std::shared_ptr<const Model>& model, const RunSpec& spec)
        : OneByOne<typename L::Number>(model, spec),
          model_(model),
          lanes_(*model_),
          y_(static_cast<std::size_t>(this->size())),
          ydot_(y_.size()),
          spare_(this->size()) {}

    bool sideBySide() const override { return true; }
    Result<void> start(const InitialState& initial, Eigen::Ref<Eigen::VectorXd> y) override {
        lanes_.start(initial);
        return OneByOne<typename L::Number>::start(initial, y);
    }

    StepStatus derivative(double t, const Eigen::Ref<const Eigen::MatrixXd>& Y,
                          Eigen::Ref<Eigen::MatrixXd> Ydot) override {
        for (Eigen::Index first = 0; first < Y.cols(); first += L::count) {
            gather<typename L::Number, L::count>(columnsOf(Y, first), Y.rows(), y_.data());
            lanes_.rates(t, y_.data(), ydot_.data());
            scatter<typename L::Number, L::count>(ydot_.data(), Y.rows(), columnsOf(Ydot, first));
        }
        return allFinite(Ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

private:
    static constexpr auto count = static_cast<std::size_t>(L::count);

    /// Lanes without a state repeat the last one.
    static std::array<const double*, count> columnsOf(const Eigen::Ref<const Eigen::MatrixXd>& Y,
                                                      Eigen::Index first) {
        std::array<const double*, count> columns;
        for (std::size_t k = 0; k < count; ++k) {
            const auto column = first + static_cast<Eigen::Index>(k);
            columns[k] = Y.col(std::min(column, Y.cols() - 1)).data();
        }
        return columns;
    }
    /// Rates without a state are written where nobody looks.
    std::array<double*, count> columnsOf(Eigen::Ref<Eigen::MatrixXd> Ydot, Eigen::Index first) {
        std::array<double*, count> columns;
        for (std::size_t k = 0; k < count; ++k) {
            const auto column = first + static_cast<Eigen::Index>(k);
            columns[k] = column < Ydot.cols() ? Ydot.col(column).data() : spare_.data();
        }
        return columns;
    }

    std::shared_ptr<const Model> model_;
    NaudetLanes<L> lanes_;
    std::vector<L> y_, ydot_;
    Eigen::VectorXd spare_;
};

}  // namespace

std::unique_ptr<StateBatch> makeStateBatch(std::shared_ptr<const Model> model,
                                           const RunSpec& spec) {
    const bool single = spec.backend == "float32";
    if (!model->tree.closures.empty()) {
        if (single) return std::make_unique<OneByOne<float>>(std::move(model), spec);
        return std::make_unique<OneByOne<double>>(std::move(model), spec);
    }
    if (single) return std::make_unique<SideBySide<Lanes<float, 8>>>(model, spec);
    return std::make_unique<SideBySide<Lanes<double, 4>>>(model, spec);
}

}  // namespace momentree

// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/batch/state_batch.hpp"

#include <algorithm>
#include <cstring>

#include "core/formulations/batch/naudet_lanes.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

using Models = std::vector<std::shared_ptr<const Model>>;

template <typename S>
class OneByOne : public StateBatch {
public:
    OneByOne(const Models& models, const RunSpec& spec) {
        for (const auto& model : models) systems_.push_back(makeNaudet<S>(model, spec));
        y_.setZero(systems_[0]->size());
        ydot_ = y_;
        clock_.enable(false);
    }
    bool sideBySide() const override { return false; }
    int size() const override { return systems_[0]->size(); }
    Result<void> start(std::size_t index, const InitialState& initial,
                       Eigen::Ref<Eigen::VectorXd> y) override {
        Result<void> started = systems_[index]->start(initial, y_);
        y = y_.template cast<double>();
        return started;
    }
    StepStatus derivative(double t, const Eigen::Ref<const Eigen::MatrixXd>& Y,
                          Eigen::Ref<Eigen::MatrixXd> Ydot) override {
        StepStatus status = StepStatus::Reached;
        for (Eigen::Index k = 0; k < Y.cols(); ++k) {
            const std::size_t own = systems_.size() > 1 ? static_cast<std::size_t>(k) : 0;
            y_ = Y.col(k).template cast<S>();
            const StepStatus reached = systems_[own]->derivative(t, y_, ydot_, clock_);
            if (reached != StepStatus::Reached) status = reached;
            Ydot.col(k) = ydot_.template cast<double>();
        }
        return status;
    }

private:
    std::vector<std::unique_ptr<OdeSystem<S>>> systems_;
    typename OdeSystem<S>::Vector y_, ydot_;
    PhaseClock clock_;
};

/// Copies rows of N columns into lanes and back.
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

/// @tparam L lanes of a register
template <typename L>
class SideBySide final : public OneByOne<typename L::Number> {
public:
    SideBySide(const Models& models, const RunSpec& spec)
        : OneByOne<typename L::Number>(models, spec),
          models_(models),
          y_(static_cast<std::size_t>(this->size())),
          ydot_(y_.size()),
          spare_(this->size()) {
        std::vector<const Model*> group;
        for (std::size_t first = 0; first < models.size(); first += count) {
            group.clear();
            for (std::size_t k = 0; k < count; ++k)
                group.push_back(models[std::min(first + k, models.size() - 1)].get());
            groups_.emplace_back(group);
        }
    }

    bool sideBySide() const override { return true; }
    Result<void> start(std::size_t index, const InitialState& initial,
                       Eigen::Ref<Eigen::VectorXd> y) override {
        Result<void> started = OneByOne<typename L::Number>::start(index, initial, y);
        if (models_.size() == 1)
            for (std::size_t lane = 0; lane < count; ++lane) groups_[0].start(lane, initial, y);
        else
            groups_[index / count].start(index % count, initial, y);
        return started;
    }

    StepStatus derivative(double t, const Eigen::Ref<const Eigen::MatrixXd>& Y,
                          Eigen::Ref<Eigen::MatrixXd> Ydot) override {
        for (Eigen::Index first = 0; first < Y.cols(); first += L::count) {
            gather<typename L::Number, L::count>(columnsOf(Y, first), Y.rows(), y_.data());
            NaudetLanes<L>& lanes =
                groups_[groups_.size() > 1 ? static_cast<std::size_t>(first) / count : 0];
            lanes.rates(t, y_.data(), ydot_.data());
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
    /// Rates of unused lanes are written to a scratch column.
    std::array<double*, count> columnsOf(Eigen::Ref<Eigen::MatrixXd> Ydot, Eigen::Index first) {
        std::array<double*, count> columns;
        for (std::size_t k = 0; k < count; ++k) {
            const auto column = first + static_cast<Eigen::Index>(k);
            columns[k] = column < Ydot.cols() ? Ydot.col(column).data() : spare_.data();
        }
        return columns;
    }

    Models models_;
    std::vector<NaudetLanes<L>> groups_;  ///< one for each `count` models
    std::vector<L> y_, ydot_;
    Eigen::VectorXd spare_;
};

template <typename S, int N>
std::unique_ptr<StateBatch> make(const Models& models, const RunSpec& spec) {
    using L = Lanes<S, N>;
    const auto closed = [](const auto& model) { return !model->tree.closures.empty(); };
    if (std::ranges::any_of(models, closed)) return std::make_unique<OneByOne<S>>(models, spec);
    return std::make_unique<SideBySide<L>>(models, spec);
}
std::unique_ptr<StateBatch> make(const Models& models, const RunSpec& spec) {
    if (spec.backend == "float32") return make<float, 8>(models, spec);
    return make<double, 4>(models, spec);
}

}  // namespace

bool alike(const Model& a, const Model& b) {
    const auto counted = [](const CountedAngle& one, const CountedAngle& other) {
        return one.ofTree == other.ofTree && one.motion == other.motion;
    };
    return std::ranges::equal(countedAngles(a).all, countedAngles(b).all, counted) &&
           std::ranges::equal(a.tree.bodies, b.tree.bodies,
                              [](const TreeBody& one, const TreeBody& other) {
                                  return one.body == other.body && one.parent == other.parent &&
                                         one.joint.index() == other.joint.index() &&
                                         (one.motion < 0) == (other.motion < 0) &&
                                         one.motionRotates == other.motionRotates;
                              });
}

std::unique_ptr<StateBatch> makeStateBatch(std::shared_ptr<const Model> model,
                                           const RunSpec& spec) {
    return make({std::move(model)}, spec);
}

Result<std::unique_ptr<StateBatch>> makeStateBatch(
    const std::vector<std::shared_ptr<const Model>>& models, const RunSpec& spec) {
    if (models.empty())
        return fail(
            error({}, MOMENTREE_TEXT("batch-empty", "a batch needs a model for each state")));
    for (const auto& model : models)
        if (!alike(*models[0], *model))
            return fail(error(
                Place::model(model->name),
                MOMENTREE_TEXT("batch-unlike",
                               "is not built like '%1': the models of a batch have the same "
                               "bodies, joints and driven joints in the same order and differ in "
                               "their numbers only")(models[0]->name)));
    return make(models, spec);
}

}  // namespace momentree

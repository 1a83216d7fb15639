// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/batch/state_batch.hpp"

#include <algorithm>

#include "core/formulations/batch/lane_group.hpp"
#include "core/formulations/batch/wide_group.hpp"
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

bool hasWideRegisters() {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

/// A group for the states from `first`; wide only if they fill more than half of it.
/// @param models of the states; the last one is also that of unused lanes
template <typename S>
std::unique_ptr<LaneGroup> makeGroup(const Models& models, std::size_t first, std::size_t states,
                                     int size) {
    std::array<const Model*, 8> own;
    for (std::size_t k = 0; k < own.size(); ++k)
        own[k] = models[std::min(first + k, models.size() - 1)].get();
    if constexpr (std::is_same_v<S, float>) {
        return std::make_unique<RegisterGroup<Lanes<float, 8>>>(own, size);
    } else {
        if (states > 4 && hasWideRegisters())
            if (auto wide = makeWideGroup(own, size)) return wide;
        return std::make_unique<RegisterGroup<Lanes<double, 4>>>(std::span(own).first(4), size);
    }
}

template <typename S>
class SideBySide final : public OneByOne<S> {
public:
    SideBySide(const Models& models, const RunSpec& spec)
        : OneByOne<S>(models, spec), shared_(models.size() == 1), models_(models) {
        if (shared_) {
            for (const std::size_t states : {1, 8})
                groups_.push_back(makeGroup<S>(models, 0, states, this->size()));
            return;
        }
        for (std::size_t first = 0; first < models.size();
             first += toIndex(groups_.back()->count()))
            groups_.push_back(makeGroup<S>(models, first, models.size() - first, this->size()));
    }

    bool sideBySide() const override { return true; }
    Result<void> start(std::size_t index, const InitialState& initial,
                       Eigen::Ref<Eigen::VectorXd> y) override {
        Result<void> started = OneByOne<S>::start(index, initial, y);
        std::size_t first = 0;
        for (const auto& group : groups_) {
            const std::size_t lanes = toIndex(group->count());
            for (std::size_t lane = 0; lane < lanes; ++lane)
                if (shared_ || first + lane == index) group->start(lane, initial, y);
            first += lanes;
        }
        return started;
    }

    StepStatus derivative(double t, const Eigen::Ref<const Eigen::MatrixXd>& Y,
                          Eigen::Ref<Eigen::MatrixXd> Ydot) override {
        const Eigen::Index narrow = groups_[0]->count();
        std::size_t next = 0;
        for (Eigen::Index first = 0; first < Y.cols();) {
            const Eigen::Index rest = Y.cols() - first;
            LaneGroup& group = *groups_[shared_ ? rest > narrow : next++];
            const Eigen::Index states = std::min<Eigen::Index>(rest, group.count());
            group.derivative(t, Y.middleCols(first, states), Ydot.middleCols(first, states));
            first += states;
        }
        return allFinite(Ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

private:
    bool shared_;  ///< one model by all states
    Models models_;
    /// For the models in order; for a shared one a narrow group and a wide one, if there is one.
    std::vector<std::unique_ptr<LaneGroup>> groups_;
};

template <typename S>
std::unique_ptr<StateBatch> make(const Models& models, const RunSpec& spec) {
    const auto closed = [](const auto& model) { return !model->tree.closures.empty(); };
    if (std::ranges::any_of(models, closed)) return std::make_unique<OneByOne<S>>(models, spec);
    return std::make_unique<SideBySide<S>>(models, spec);
}
std::unique_ptr<StateBatch> make(const Models& models, const RunSpec& spec) {
    if (spec.backend == "float32") return make<float>(models, spec);
    return make<double>(models, spec);
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

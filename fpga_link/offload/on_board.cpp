// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/on_board.hpp"

#include <algorithm>
#include <cmath>

#include "core/kinematics/assemble.hpp"
#include "core/number_text.hpp"
#include "fpga_link/offload/open_tree.hpp"
#include "fpga_link/offload/planar_chain.hpp"
#include "fpga_link/offload/planar_model.hpp"

namespace momentree::fpga {

namespace {

constexpr double mostCountedSteps = 8388608.0;  // 2^23, which binary32 counts without gaps

bool allFinite(std::span<const double> values) {
    return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

class ChainOnBoard final : public OnBoard {
public:
    ChainOnBoard(const Model& model, PlanarChain chain, const InitialState& start)
        : chain_(std::move(chain)), state_(planarState(chain_, start)) {
        std::vector<int> bodies;
        for (const ChainBody& body : chain_.bodies) bodies.push_back(body.body);
        angles_ = ChainAngles(model, bodies, chain_.axes.col(2), start, state_.angle);
    }
    Result<void> fill(BatchOrder& order, double) const override {
        order.mechanism = chain_.mechanism;
        order.start = state_;
        return {};
    }
    std::size_t rowWidth() const override { return 2 * chain_.bodies.size(); }
    bool take(std::span<const double> row, double, std::vector<BodyState>& bodies) override {
        const auto half = row.begin() + static_cast<std::ptrdiff_t>(row.size() / 2);
        state_.angle.assign(row.begin(), half);
        state_.momentum.assign(half, row.end());
        const std::vector<double> speed = speedsOf(chain_.mechanism, state_);
        if (!allFinite(row) || !allFinite(speed)) return false;
        placeBodies(chain_, state_.angle, speed, bodies);
        return true;
    }
    std::span<const double> angles() override { return angles_.at(state_.angle); }

private:
    PlanarChain chain_;
    PlanarState state_;
    ChainAngles angles_;
};

class SystemOnBoard final : public OnBoard {
public:
    SystemOnBoard(const Model& model, PlanarModel planar, const InitialState& start)
        : model_(model), planar_(std::move(planar)), state_(planarStart(planar_, start)) {
        std::vector<int> bodies;
        for (std::size_t i = 0; i < model.bodies.size(); ++i) bodies.push_back(static_cast<int>(i));
        angle_.assign(bodies.size(), 0.0);
        angles_ = ChainAngles(model, bodies, planar_.axes.col(2), start, angle_);
    }
    Result<void> fill(BatchOrder& order, double time) const override {
        PlanarSystemState state = state_;
        state.time = time;
        auto compiled =
            compileSystem(planar_.system, state, {.method = order.method, .step = order.step});
        if (!compiled.program)
            return fail(error(
                placeOf(compiled.element),
                MOMENTREE_TEXT("accelerator-refused",
                               "the accelerator cannot run this mechanism: %1")(compiled.refusal)));
        order.system = std::make_shared<const CompiledSystem>(std::move(compiled));
        return {};
    }
    std::size_t rowWidth() const override { return 6 * planar_.system.bodies.size(); }
    bool take(std::span<const double> row, double time, std::vector<BodyState>& bodies) override {
        const auto half = row.begin() + static_cast<std::ptrdiff_t>(row.size() / 2);
        state_.coordinates.assign(row.begin(), half);
        state_.momenta.assign(half, row.end());
        state_.time = time;
        const std::vector<double> velocities = velocitiesOf(planar_.system, state_);
        if (!allFinite(row) || !allFinite(velocities)) return false;
        placeBodies(planar_, state_.coordinates, velocities, bodies);
        for (std::size_t i = 0; i < angle_.size(); ++i) angle_[i] = state_.coordinates[3 * i + 2];
        return true;
    }
    std::span<const double> angles() override { return angles_.at(angle_); }

private:
    Place placeOf(const std::string& element) const {
        const auto has = [&](const auto& elements) {
            return std::ranges::any_of(elements, [&](const auto& e) { return e.name == element; });
        };
        if (has(model_.joints)) return Place::joint(element);
        if (has(model_.motions)) return Place::motion(element);
        return has(model_.couplings) ? Place::coupling(element) : Place::model("");
    }

    const Model& model_;
    PlanarModel planar_;
    PlanarSystemState state_;
    std::vector<double> angle_;
    ChainAngles angles_;
};

/// Whether a model moves in space, rather than in a plane with elements that are refused there.
bool leavesPlane(const Model& model, const Diagnostics& reasons) {
    return std::ranges::any_of(model.joints,
                               [](const JointElement& joint) {
                                   return !joint.closes && joint.type != Revolute::id &&
                                          joint.type != Prismatic::id;
                               }) ||
           std::ranges::any_of(reasons, [](const Diagnostic& reason) {
               return reason.message.id == "accelerator-off-plane" ||
                      reason.message.id == "accelerator-leaves-plane";
           });
}

bool readsPowersOfTime(const PlanarSystem& system) {
    const auto readsTime = [](const auto& element) { return element.law.readsTime(); };
    return std::ranges::any_of(system.constraints, readsTime) ||
           std::ranges::any_of(system.efforts, readsTime) ||
           std::ranges::any_of(system.pushes, readsTime);
}

/// A model that is no chain, in the plane; empty for one in space. What holds twice, such as the
/// second hinge of a door, is possible in space only.
Result<std::optional<PlanarModel>> inPlane(const Model& model, const InitialState& start) {
    auto planar = planarModel(model, start);
    if (planar && !pivotsOf(planar->system, planarStart(*planar, start)).isDependent())
        return std::move(*planar);
    auto refusals = treeRefusals(model, start);
    if (refusals.empty()) return std::nullopt;
    if (planar) return std::move(*planar);  // the compiler says what holds twice
    return tl::unexpected(leavesPlane(model, planar.error()) ? std::move(refusals)
                                                             : std::move(planar.error()));
}

}  // namespace

Result<std::unique_ptr<OnBoard>> onBoard(const Model& model, const InitialState& start) {
    if (auto chain = planarChain(model))
        return std::make_unique<ChainOnBoard>(model, std::move(*chain), start);
    auto planar = inPlane(model, start);
    if (!planar) return tl::unexpected(std::move(planar.error()));
    if (*planar) return std::make_unique<SystemOnBoard>(model, std::move(**planar), start);
    return treeOnBoard(model, start);
}

Diagnostics refusalOnBoard(const Model& model, const RunSpec& spec) {
    auto chain = planarChain(model);
    if (chain) return {};
    const auto start = assemble(model);
    if (!start) return std::move(chain.error());
    const auto planar = inPlane(model, *start);
    if (!planar) return planar.error();
    const bool counts = *planar ? readsPowersOfTime((*planar)->system) : readsPowersOfTime(model);
    if (!counts || spec.duration / spec.step <= mostCountedSteps) return {};
    return {error(Place::setting("step"),
                  MOMENTREE_TEXT("accelerator-counted-steps",
                                 "the accelerator computes laws of time for up to %1 steps, not "
                                 "%2")(numberText(mostCountedSteps, 7),
                                       numberText(spec.duration / spec.step, 3)))};
}

}  // namespace momentree::fpga

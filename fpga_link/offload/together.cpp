// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/together.hpp"

#include "core/kinematics/assemble.hpp"
#include "core/stepping/step_plan.hpp"
#include "fpga_link/compiler/compile.hpp"
#include "fpga_link/compiler/merge_systems.hpp"
#include "fpga_link/offload/on_board.hpp"
#include "fpga_link/offload/planar_chain.hpp"

namespace momentree::fpga {

namespace {

struct ProgramKind {
    std::size_t bodies = 0;
    int inboard = 0, outboard = 0;
    bool operator==(const ProgramKind&) const = default;
};

/// The program of a mechanism that is no chain, null if it has none.
std::shared_ptr<const CompiledSystem> systemOf(const Model& model, BatchOrder order) {
    if (planarChain(model)) return nullptr;
    const auto start = assemble(model);
    if (!start) return nullptr;
    const auto carried = onBoard(model, *start);
    if (!carried || !(*carried)->fill(order, start->time)) return nullptr;
    return order.system;
}

std::vector<std::size_t> systemsTogether(const Backend::Models& models, const RunSpec& spec) {
    BatchOrder order;
    order.method = methodOf(spec);
    order.step = stepOf(spec);
    Systems systems;
    std::vector<std::size_t> chosen;
    std::size_t most = models.size();
    for (std::size_t k = 0; k < models.size() && systems.size() < most; ++k) {
        auto system = systemOf(*models[k], order);
        if (!system && k == 0) break;
        if (!system) continue;
        if (k == 0) most = std::min(most, mostMerged(*system));
        systems.push_back(std::move(system));
        chosen.push_back(k);
    }
    while (systems.size() > 1 && !mergedSystem(systems).program) systems.resize(systems.size() / 2);
    chosen.resize(systems.size());
    return chosen;
}

}  // namespace

PlanarMethod methodOf(const RunSpec& spec) {
    return spec.integrator == "rk4" ? PlanarMethod::RungeKutta4 : PlanarMethod::Euler;
}

double stepOf(const RunSpec& spec) {
    return spec.sample / static_cast<double>(stepCount(spec.sample, spec.step));
}

std::vector<std::size_t> runsTogether(const Backend::Models& models, const RunSpec& spec) {
    const CompileOptions options{.method = methodOf(spec), .step = stepOf(spec)};
    std::vector<Trajectory> trajectories;
    std::vector<std::size_t> chosen;
    ProgramKind first;
    for (std::size_t k = 0; k < models.size(); ++k) {
        auto chain = planarChain(*models[k]);
        if (!chain && k == 0) return systemsTogether(models, spec);
        if (!chain) continue;
        const std::size_t n = chain->mechanism.bodies.size();
        const PlanarState anywhere{std::vector<double>(n, 0.0), std::vector<double>(n, 0.0)};
        const Trajectory trajectory{std::move(chain->mechanism), anywhere};
        const Compiled alone = compile({trajectory}, options);
        const ProgramKind kind{n, alone.shape.inboard, alone.shape.outboard};
        if (k == 0) first = kind;
        if (!alone.program && k == 0) return {};
        if (!alone.program || kind != first) continue;
        trajectories.push_back(trajectory);
        chosen.push_back(k);
    }
    while (trajectories.size() > 1 && !compile(trajectories, options).program)
        trajectories.resize(trajectories.size() / 2);
    chosen.resize(trajectories.size());
    return chosen;
}

}  // namespace momentree::fpga

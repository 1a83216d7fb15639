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
    int inboard = 0, outboard = 0, pivotLimit = 0;
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

std::size_t systemsTogether(const Backend::Models& models, const RunSpec& spec) {
    BatchOrder order;
    order.method = methodOf(spec);
    order.step = stepOf(spec);
    Systems systems;
    std::size_t most = models.size();
    for (std::size_t k = 0; k < most; ++k) {
        auto system = systemOf(*models[k], order);
        if (!system) break;
        if (k == 0) most = std::min(most, mostMerged(*system));
        systems.push_back(std::move(system));
    }
    while (systems.size() > 1 && !mergedSystem(systems).program) systems.resize(systems.size() / 2);
    return systems.size();
}

}  // namespace

PlanarMethod methodOf(const RunSpec& spec) {
    return spec.integrator == "rk4" ? PlanarMethod::RungeKutta4 : PlanarMethod::Euler;
}

double stepOf(const RunSpec& spec) {
    return spec.sample / static_cast<double>(stepCount(spec.sample, spec.step));
}

std::size_t runsTogether(const Backend::Models& models, const RunSpec& spec) {
    const CompileOptions options{.method = methodOf(spec), .step = stepOf(spec)};
    std::vector<Trajectory> trajectories;
    ProgramKind first;
    for (const auto& model : models) {
        auto chain = planarChain(*model);
        if (!chain) break;
        const std::size_t n = chain->mechanism.bodies.size();
        const PlanarState anywhere{std::vector<double>(n, 0.0), std::vector<double>(n, 0.0)};
        trajectories.push_back({std::move(chain->mechanism), anywhere});
        const Compiled alone = compile({trajectories.back()}, options);
        const ProgramKind kind{n, alone.shape.inboard, alone.shape.outboard,
                               alone.program ? alone.program->pivotLimit : -1};
        if (trajectories.size() == 1) first = kind;
        if (alone.program && kind == first) continue;
        trajectories.pop_back();
        break;
    }
    while (trajectories.size() > 1 && !compile(trajectories, options).program)
        trajectories.resize(trajectories.size() / 2);
    return trajectories.empty() ? systemsTogether(models, spec) : trajectories.size();
}

}  // namespace momentree::fpga

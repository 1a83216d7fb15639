// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/together.hpp"

#include "core/stepping/step_plan.hpp"
#include "fpga_link/compiler/compile.hpp"
#include "fpga_link/offload/planar_chain.hpp"

namespace momentree::fpga {

namespace {

struct ProgramKind {
    std::size_t bodies = 0;
    int inboard = 0, outboard = 0, pivotLimit = 0;
    bool operator==(const ProgramKind&) const = default;
};

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
    return trajectories.size();
}

}  // namespace momentree::fpga

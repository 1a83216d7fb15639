// SPDX-License-Identifier: Apache-2.0
#include "core/session/integrator_entries.hpp"

#include <algorithm>
#include <array>

#include "core/session/built_in.hpp"

namespace momentree {
namespace {

std::optional<Message> none() { return {}; }

constexpr std::array<IntegratorEntry, 15> entries{{
    {"explicit-euler", "Explicit Euler",
     "One evaluation per step, order 1; gains energy, so for comparison only.",
     makeExplicitEuler<double>, makeExplicitEuler<float>, none},
    {"semi-implicit-euler", "Semi-implicit Euler",
     "Updates momenta first, then coordinates; order 1. Keeps the energy in bounds only if the "
     "inertia is constant, as for one pendulum.",
     makeSemiImplicitEuler<double>, makeSemiImplicitEuler<float>, none},
    {"rk4", "Runge-Kutta 4", "Four evaluations per step, order 4; the usual choice.",
     makeRk4<double>, makeRk4<float>, none},
    {"abm4", "Adams-Bashforth-Moulton 4",
     "Two evaluations per step, order 4; faster than rk4 on smooth motions, with about three times "
     "its error.",
     makeAbm4<double>, makeAbm4<float>, none},
    {"dopri5", "Dormand-Prince 5(4)",
     "Variable step, order 5, explicit; follows the tolerances on smooth motions.",
     makeDopri5<double>, makeDopri5<float>, none},
    {"implicit-midpoint", "Implicit midpoint rule",
     "Order 2, symplectic and stable on stiff systems; iterates to rounding in every step.",
     makeImplicitMidpoint<double>, makeImplicitMidpoint<float>, none},
    {"cvode-bdf", "CVODE with BDF", "Variable step and order for stiff systems (SUNDIALS).",
     makeCvodeBdf, nullptr, cvodeRefusal},
    {"cvode-adams", "CVODE with Adams", "Variable step and order for smooth motions (SUNDIALS).",
     makeCvodeAdams, nullptr, cvodeRefusal},
    {"trapezoidal", "Energy-conserving trapezoidal rule",
     "Implicit, order 2, with mean forces that do no work on constraints; built into index3-dca.",
     nullptr, nullptr, none},
    {"newmark", "Newmark's trapezoidal rule",
     "Implicit, order 2, with accelerations at both ends of a step, as published for index3-dca.",
     nullptr, nullptr, none},
    {"alpha-index2", "Generalized alpha, stabilised index 2",
     "Implicit, order 2, with positions and velocities on the constraints; built into "
     "generalized-alpha.",
     nullptr, nullptr, none},
    {"alpha-index3", "Generalized alpha, index 3",
     "Implicit, order 2, with positions on the constraints; built into generalized-alpha.", nullptr,
     nullptr, none},
    {"rattle", "RATTLE",
     "Implicit, order 2, symplectic, with positions and velocities on the constraints; built into "
     "rattle.",
     nullptr, nullptr, none},
    {"energy-momentum", "Energy-momentum rule",
     "Implicit, order 2, with positions and velocities on the constraints; keeps the energy to "
     "rounding; built into energy-momentum.",
     nullptr, nullptr, none},
    {"soft-euler", "Semi-implicit Euler with soft constraints",
     "One linear system per step, order 1; constraints yield like springs; built into soft.",
     nullptr, nullptr, none},
}};

}  // namespace

std::span<const IntegratorEntry> integratorEntries() { return entries; }

const IntegratorEntry* findIntegrator(const std::string& id) {
    const std::string plain = plainIntegrator(id);
    const auto found =
        std::ranges::find_if(entries, [&](const IntegratorEntry& e) { return plain == e.id; });
    return found == entries.end() ? nullptr : &*found;
}

}  // namespace momentree

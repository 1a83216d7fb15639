// SPDX-License-Identifier: Apache-2.0
#include "core/session/integrator_entries.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "core/session/built_in.hpp"

namespace momentree {
namespace {

std::optional<Message> none() { return {}; }

constexpr double unlimited = std::numeric_limits<double>::infinity();
/// Runge-Kutta 4 is wrong by (h w)^4 / 120 of the angle, Adams-Bashforth-Moulton 4 by
/// 19/720 (h w)^4, the midpoint rule by (h w)^2 / 12: 1e-5, 1e-5, and 3e-5 of it.
constexpr double turnOfRk4 = 0.2, turnOfAbm4 = 0.15, turnOfOrder2 = 0.02;

constexpr StepTraits euler{
    .order = 1, .turn = turnOfOrder2, .decay = 2.0, .law = LawRule::Trapezoidal, .memory = false};
constexpr StepTraits rungeKutta{
    .order = 4, .turn = turnOfRk4, .decay = 2.78, .law = LawRule::Simpson, .memory = false};
constexpr StepTraits adams{
    .order = 4, .turn = turnOfAbm4, .decay = 1.28, .law = LawRule::Adams, .memory = true};
constexpr StepTraits midpoint{.order = 2,
                              .turn = turnOfOrder2,
                              .decay = unlimited,
                              .law = LawRule::Trapezoidal,
                              .memory = false};
constexpr StepTraits variable{
    .order = 0, .turn = turnOfOrder2, .decay = unlimited, .law = LawRule::Looks, .memory = true};
constexpr StepTraits implicit{.order = 2,
                              .turn = turnOfOrder2,
                              .decay = unlimited,
                              .law = LawRule::Trapezoidal,
                              .memory = true};
constexpr StepTraits soft{
    .order = 1, .turn = turnOfOrder2, .decay = 2.0, .law = LawRule::Trapezoidal, .memory = true};

constexpr std::array<IntegratorEntry, 15> entries{{
    {"explicit-euler", "Explicit Euler",
     "One evaluation per step, order 1; gains energy, so for comparison only.", nullptr, euler,
     makeExplicitEuler<double>, makeExplicitEuler<float>, none},
    {"semi-implicit-euler", "Semi-implicit Euler",
     "Updates momenta first, then coordinates; order 1. Keeps the energy in bounds only if the "
     "inertia is constant, as for one pendulum.",
     nullptr, euler, makeSemiImplicitEuler<double>, makeSemiImplicitEuler<float>, none},
    {"rk4", "Runge-Kutta 4", "Four evaluations per step, order 4; the usual choice.", nullptr,
     rungeKutta, makeRk4<double>, makeRk4<float>, none},
    {"abm4", "Adams-Bashforth-Moulton 4",
     "Two evaluations per step, order 4; faster than rk4 on smooth motions, with about three times "
     "its error.",
     nullptr, adams, makeAbm4<double>, makeAbm4<float>, none},
    {"dopri5", "Dormand-Prince 5(4)",
     "Variable step, order 5, explicit; follows the tolerances on smooth motions.", nullptr,
     variable, makeDopri5<double>, makeDopri5<float>, none},
    {"implicit-midpoint", "Implicit midpoint rule",
     "Order 2, symplectic and stable on stiff systems; iterates to rounding in every step.",
     nullptr, midpoint, makeImplicitMidpoint<double>, makeImplicitMidpoint<float>, none},
    {"cvode-bdf", "CVODE with BDF", "Variable step and order for stiff systems (SUNDIALS).",
     nullptr, variable, makeCvodeBdf, nullptr, cvodeRefusal},
    {"cvode-adams", "CVODE with Adams", "Variable step and order for smooth motions (SUNDIALS).",
     nullptr, variable, makeCvodeAdams, nullptr, cvodeRefusal},
    {"trapezoidal", "Energy-conserving trapezoidal rule",
     "Implicit, order 2, with mean forces that do no work on constraints; built into index3-dca.",
     "index3-dca", implicit, nullptr, nullptr, none},
    {"newmark", "Newmark's trapezoidal rule",
     "Implicit, order 2, with accelerations at both ends of a step, as published for index3-dca.",
     "index3-dca", implicit, nullptr, nullptr, none},
    {"alpha-index2", "Generalized alpha, stabilised index 2",
     "Implicit, order 2, with positions and velocities on the constraints; built into "
     "generalized-alpha.",
     "generalized-alpha", implicit, nullptr, nullptr, none},
    {"alpha-index3", "Generalized alpha, index 3",
     "Implicit, order 2, with positions on the constraints; built into generalized-alpha.",
     "generalized-alpha", implicit, nullptr, nullptr, none},
    {"rattle", "RATTLE",
     "Implicit, order 2, symplectic, with positions and velocities on the constraints; built into "
     "rattle.",
     "rattle", implicit, nullptr, nullptr, none},
    {"energy-momentum", "Energy-momentum rule",
     "Implicit, order 2, with positions and velocities on the constraints; keeps the energy to "
     "rounding; built into energy-momentum.",
     "energy-momentum", implicit, nullptr, nullptr, none},
    {"soft-euler", "Semi-implicit Euler with soft constraints",
     "One linear system per step, order 1; constraints yield like springs; built into soft.",
     "soft", soft, nullptr, nullptr, none},
}};

}  // namespace

std::span<const IntegratorEntry> integratorEntries() { return entries; }

const IntegratorEntry* findIntegrator(const std::string& id) {
    const std::string plain = plainIntegrator(id);
    const auto found =
        std::ranges::find_if(entries, [&](const IntegratorEntry& e) { return plain == e.id; });
    return found == entries.end() ? nullptr : &*found;
}

const StepTraits& stepTraits(const std::string& integrator) {
    const IntegratorEntry* entry = findIntegrator(integrator);
    return entry ? entry->steps : euler;
}

}  // namespace momentree

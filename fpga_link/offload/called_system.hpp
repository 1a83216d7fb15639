// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/stepping/ode_system.hpp"
#include "fpga_link/offload/function_link.hpp"

namespace momentree::fpga {

/// Equations of motion parts of which are functions of the accelerator, called one by one.
class CalledSystem : public OdeSystem<double> {
public:
    const std::optional<Message>& problem() const { return problem_; }  ///< after LinkLost

protected:
    explicit CalledSystem(FunctionLink& link) : link_(link) {}

    StepStatus lost(const Message& problem) {
        problem_ = problem;
        return StepStatus::LinkLost;
    }
    /// Charges the last call to the phase of its function, except for transferring words to and
    /// from the accelerator and for the network, which are phases of their own.
    void charge(PhaseClock& clock, Phase phase) {
        const std::int64_t before = clock[phase].calls;
        clock.lap(phase);
        if (clock[phase].calls == before) return;  // no calls to charge
        const FunctionLink::Ways ways = link_.ways();
        if (ways.transfer > 0) clock.move(ways.transfer, phase, Phase::Transfer);
        if (ways.network > 0) clock.move(ways.network, phase, Phase::Network);
    }

    FunctionLink& link_;

private:
    std::optional<Message> problem_;
};

}  // namespace momentree::fpga
